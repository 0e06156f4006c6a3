import { expect, it } from "vitest";
import en from "../../widget/i18n/en.ts";
import { transcriptText } from "../../widget/panel/views/copy-transcript.ts";
import type { Message, Role } from "../../widget/session/state.ts";

const said = (role: Role, text: string): Message => ({ id: text, role, text, final: true, at: 0 });

it("is copied as who said what, without the tools", () => {
  const transcript = [said("agent", "Hello!"), said("user", "Tea?\nNow"), said("tool", "kettle"), said("agent", "")];
  expect(transcriptText(transcript, en)).toBe("Agent: Hello!\n\nYou: Tea?\nNow");
});
