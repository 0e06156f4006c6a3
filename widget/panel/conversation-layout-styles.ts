import { css } from "../css.ts";

/** The panel's layout during a conversation: transcript, notices, the end. */
export const conversationLayoutStyles = css`
  /* The sentence under the status. */
  .why {
    inline-size: 100%;
    font-size: var(--_less);
    font-weight: 400;
    text-wrap: balance;
  }

  .body {
    reading-flow: flex-visual;
  }
  .body:has(.transcript[hidden]) {
    justify-content: safe center;
  }
  /* From the second message on the conversation has the room: the agent's picture is in line with the status. */
  .body:has(.messages > :nth-child(2)) .orb.medium {
    --size: 46px;
  }
  .body:has(.messages > :nth-child(2)) .stage.call {
    flex-direction: row;
    gap: 12px;
    padding: 6px 20px 0;
    text-align: start;
  }
  .body:has(.messages > :nth-child(2)) .stage.call .status {
    justify-content: start;
  }
  .latest {
    flex: none;
    align-self: center;
    margin-block: 6px;
    color: var(--_ink);
  }
  .choices {
    display: flex;
    flex-wrap: wrap;
    gap: 10px;
    justify-content: center;
  }
`;
