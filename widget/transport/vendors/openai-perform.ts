import type { Wire } from "../transport.ts";
import type { Effect } from "./openai-state.ts";

/** Does what the reducer wants, in its order. */
export function perform(wire: Wire, effects: readonly Effect[]): void {
  for (const [name, ...values] of effects)
    if (name === "silence") {
      const [unfinished, cut] = values as [string[], boolean];
      const ids = new Set(unfinished);
      for (const { item, played_ms } of wire.flush()) {
        ids.add(item);
        wire.send({
          event_id: "other",
          type: "conversation.item.truncate",
          item_id: item,
          content_index: 0,
          audio_end_ms: played_ms,
        });
      }
      if (cut || ids.size) wire.emit({ type: "interrupted", ids: [...ids] });
    } else (wire[name] as ((...values: unknown[]) => void) | undefined)?.(...values);
}
