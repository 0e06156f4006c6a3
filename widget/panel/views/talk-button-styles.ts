import { css } from "lit";

/** The button of push-to-talk. */
export const talkButtonStyles = css`
  .talk {
    touch-action: none;
    user-select: none;
    -webkit-touch-callout: none;
  }
  .call-bar .talk.filled {
    inline-size: 52px;
    block-size: 52px;
  }
`;
