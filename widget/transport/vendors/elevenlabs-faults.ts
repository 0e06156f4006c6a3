import type { SessionFault } from "../../errors.ts";

/** Close codes that concern the network or the vendor's servers, not the call. */
const LOST = new Set([1001, 1005, 1006, 1012, 1013, 1014, 1015]);

interface Close {
  code: number;
  reason: string;
  /** The vendor's last error message. */
  error: { type: string; message: string } | null;
  /** The conversation had begun. */
  begun: boolean;
}

/** The fault behind a close; its message tells the site's owner what to do. */
export function faultOfClose({ code, reason, error, begun }: Close): SessionFault | undefined {
  const said = [error?.type, error?.message, reason].filter(Boolean).join(": ").slice(0, 300);
  if (!error && LOST.has(code)) return undefined;
  const closed = `ElevenLabs ended the conversation (${code}${said && `, ${said}`})`;
  if (/quota|credit|concurren|daily.?limit|too many/i.test(said)) return { code: "agent_unavailable", message: closed };
  const [, field] = /override for field '?([\w.]+)/i.exec(said) ?? [];
  const hint = field
    ? `. The page sets '${field}': allow that override in the agent's security settings at ElevenLabs, or do not set it`
    : /dynamic.?variable/i.test(said)
      ? ". Give the agent's dynamic variables in the page's context"
      : "";
  return { code: begun ? "connection_lost" : "vendor_failed", message: closed + hint };
}
