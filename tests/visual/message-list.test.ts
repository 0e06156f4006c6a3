import { afterAll, beforeAll, expect, test } from "vitest";
import { reduce, type SessionAction } from "../../widget/session/reduce.ts";
import { IDLE, type Message } from "../../widget/session/state.ts";
import { type Gallery, openGallery } from "./gallery.ts";

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery();
});
afterAll(() => gallery?.close());

const talking: SessionAction[] = [
  { type: "started", input: "text" },
  { type: "connected", remaining_seconds: 600, at: Date.UTC(2026, 0, 5, 9) },
];
const message = (id: string): Message => ({ id, role: "agent", text: `Words of ${id}.`, final: true, at: 0 });

test("a message that is inserted or removed moves no other", async () => {
  const stage = await gallery.stage("light");
  await stage.show("chat-listening");
  const shown = (...ids: string[]) =>
    stage.page.evaluate(
      async (state) => {
        const panel = document.querySelector("voice-widget")?.shadowRoot?.querySelector("voice-widget-panel");
        const list = panel?.shadowRoot?.querySelector(".messages") as HTMLElement;
        const before = [...list.children];
        const moved = new Set<Node>();
        const observer = new MutationObserver((records) => {
          for (const { addedNodes } of records) for (const node of addedNodes) moved.add(node);
        });
        observer.observe(list, { childList: true });
        window.stage?.show(state);
        const isShown = () =>
          list.children.length === state.transcript.length &&
          state.transcript.every(({ text }, at) => list.children[at]?.textContent?.includes(text));
        while (!isShown()) await new Promise(requestAnimationFrame);
        // The observer is told after what was drawn.
        await new Promise(requestAnimationFrame);
        observer.disconnect();
        const count = (is: (entry: Element) => boolean) => before.filter(is).length;
        return { moved: count((entry) => moved.has(entry)), stayed: count((entry) => entry.isConnected) };
      },
      { ...talking.reduce(reduce, IDLE), transcript: ids.map(message) },
    );
  await shown("a", "c");
  expect(await shown("a", "b", "c")).toEqual({ moved: 0, stayed: 2 });
  expect(await shown("a", "b", "c", "d")).toEqual({ moved: 0, stayed: 3 });
  expect(await shown("b", "c", "d")).toEqual({ moved: 0, stayed: 3 });
  expect(await shown("b", "d")).toEqual({ moved: 0, stayed: 2 });
  expect(await shown("e", "b", "f", "d")).toEqual({ moved: 0, stayed: 2 });
  await stage.close();
});
