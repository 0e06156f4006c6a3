import { afterEach, beforeEach, expect, test } from "vitest";
import { to8k } from "../../harness/audio/analysis.ts";
import { resemblance } from "../../harness/audio/similarity.ts";
import { openConsole } from "../../harness/browser/console-page.ts";
import { admin, browser, demo, server, startDemo } from "../../harness/browser/demo-site.ts";
import { connectWithinAMinute } from "../../harness/browser/peers.ts";
import { Visitor } from "../../harness/browser/speaking-visitor.ts";
import { Widget } from "../../harness/browser/widget-page.ts";
import { eventually } from "../../harness/service/operator.ts";
import { elementTags, type Site, startSite } from "../../harness/service/website.ts";
import { type Sentence, sentence } from "../../harness/vendors/speech-recognizer.ts";

/** What each side says into its microphone is heard by the other, as speech: the visitor's page and the console, both real. */

const [TABLE, HOURS] = ["Could I book a table for two on Friday evening?", "When do you open tomorrow?"] as const;
/** From here on two sounds are the same words. */
const SAME = 0.6;
const OTHER = 0.4;

let site: Site;

startDemo();
beforeEach(async () => {
  const [agent_id = 0] = demo.agent_ids;
  await admin.call("PATCH", `/agents/${agent_id}`, { name: "Ava", person: { enabled: true, wait_seconds: 600 } });
  site = await startSite(elementTags(server.origin, demo.api_key));
});
afterEach(() => site?.close());

const slowly = async (page: Visitor["page"]) => void (await page.addInitScript(connectWithinAMinute));

/** Says it until the other side has heard it: a busy machine loses pieces of a call. */
async function isHeard(speaker: Visitor, listener: Visitor, words: Sentence): Promise<void> {
  await eventually(
    async () => {
      const from = await listener.now();
      await speaker.say(sentence(words));
      await speaker.saidAll();
      return eventually(
        () => likeness(listener, from, words),
        (like) => like > SAME,
        5,
      ).catch(() => 0);
    },
    (like) => like > SAME,
  );
}

const likeness = async (listener: Visitor, from: number, words: Sentence): Promise<number> =>
  resemblance(to8k(sentence(words)), await listener.heardSince(from));

test("visitor and person hear each other's words, not those of who is muted, and nothing of it is kept", async () => {
  const team = await Visitor.on(browser, `${server.origin}/console/`, slowly, false);
  await openConsole(team.page, server.origin, `#/projects/${demo.project_id}/inbox`);
  const visitor = await Visitor.on(browser, site.origin, slowly);
  const widget = new Widget(visitor.page);
  await widget.part("launcher").click();
  await widget.write("Hello");
  await widget.hears("agent", "Hello");
  const session_id = (await widget.sessionId()) ?? "";
  await team.page.getByRole("button", { name: /^Ava/ }).click();
  await team.page.getByRole("button", { name: "Join and reply" }).click();
  await team.page.getByRole("button", { name: "Ask for sound" }).click();
  await widget.part("person-accept").click();
  await team.page.getByText("You and the visitor hear each other.").waitFor();

  const begun = await visitor.now();
  await isHeard(visitor, team, TABLE);
  expect(await likeness(visitor, begun, TABLE), "no echo of their own").toBeLessThan(OTHER);
  await isHeard(team, visitor, HOURS);

  const muted = await team.now();
  await widget.part("person-mute").click();
  await team.page.getByText("The visitor is muted").waitFor();
  await visitor.say(sentence(TABLE));
  await visitor.saidAll();
  await widget.part("person-mute").click();
  await team.page.getByText("The visitor is muted").waitFor({ state: "hidden" });
  await isHeard(visitor, team, HOURS);
  expect(await likeness(team, muted, TABLE), "said while muted").toBeLessThan(OTHER);

  await widget.part("end").click();
  await widget.reaches("ended");
  const { transcript } = await admin.session(session_id);
  expect(transcript.map(({ text }) => text).filter((text) => /table|open/.test(text))).toEqual([]);
  expect([...team.faults, ...visitor.faults]).toEqual([]);
});
