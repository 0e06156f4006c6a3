import type { ClassMethod } from "custom-elements-manifest";
import { code, table } from "./markdown.ts";
import { isField, isMethod, readSource } from "./source.ts";

export const signature = ({ name, parameters = [], return: returns }: ClassMethod) =>
  `${name}(${parameters.map((one) => `${one.name}${one.optional ? "?" : ""}: ${one.type?.text}`).join(", ")})${
    returns?.type?.text === "void" ? "" : `: ${returns?.type?.text}`
  }`;

/** The chapter on `VoiceSession`, the headless conversation. */
export function sessionApi(): string {
  const declaration = readSource("widget/session/voice-session.ts");
  const session = declaration("VoiceSession");
  const options = readSource("widget/session/options.ts")("VoiceSessionOptions")
    .members.filter(isField)
    .map(({ name, type, optional, description = "" }) => [
      code(name),
      code(type?.text ?? ""),
      optional ? "" : "yes",
      description,
    ]);
  const fields = session.members
    .filter(isField)
    .map(({ name, type, description = "" }) => [code(name), code(type?.text ?? ""), description]);
  const methods = session.members.filter(isMethod).map((method) => [code(signature(method)), method.description ?? ""]);
  return `## VoiceSession

${session.description}

\`\`\`ts
import { VoiceSession } from "voice-widget/client";

const session = new VoiceSession({ apiKey: "svc_pk_…", baseUrl: "https://YOUR-HOST", agentId: 7 });
session.subscribe((state) => render(state));
button.onclick = () => session.start();
\`\`\`

\`state\` is one union over \`status\` (\`idle\`, \`connecting\`, \`listening\`, \`thinking\`, \`speaking\`, \`ended\`,
\`error\`); each status carries only the fields that exist then, so TypeScript knows what may be read.

### Options

${table(["option", "type", "required", "meaning"], options)}

### Properties

${table(["property", "type", "meaning"], fields)}

### Methods

${table(["method", "meaning"], methods)}`;
}
