import { describe, expect, it } from "vitest";
import { destinations, matching } from "../../console/navigation/destinations.ts";
import { parse } from "../../console/router.ts";

const operator = { kind: "operator", name: "Ada", role: "owner", org_id: null } as const;
const projects = [
  { id: 3, name: "Harbour", org_id: 2 },
  { id: 4, name: "Bakery", org_id: 2 },
];
const organizations = [{ id: 2, name: "Roasters Ltd" }];
const all = destinations({
  me: operator,
  project: projects[0] ?? null,
  organization: organizations[0] ?? null,
  projects,
  organizations,
});

describe("what the palette lists", () => {
  it("leads to a screen of the console, or to a page of the service", () => {
    for (const { href, label } of all)
      if (!href.startsWith("/")) expect(parse(href).route.screen, label).not.toBe("unknown");
  });

  it("has ten things to do on a site", () => {
    for (const label of [
      ...["Make a test call", "Search conversations", "See yesterday", "Create an agent", "Add a source"],
      ...["Create a channel", "Copy the snippet", "Change opening hours", "Grant credit", "Create a site"],
    ])
      expect(all.map((one) => one.label)).toContain(label);
  });

  it("has every screen of the rail, in its order, and none twice", () => {
    const labels = all.map(({ label }) => label);
    expect(labels.slice(0, 12)).toEqual([
      ...["Home", "Inbox", "Conversations", "Contacts", "Analytics", "Agents", "Knowledge", "Look"],
      ...["Install", "Hours", "Webhooks", "Settings"],
    ]);
    const at = labels.indexOf("Sites");
    expect(all.slice(at, at + 8).map(({ label, detail }) => [label, detail])).toEqual([
      ...["Sites", "Credit ledger", "Plan", "Tokens"].map((label) => [label, "Roasters Ltd"]),
      ["Overview", "All sites"],
      ["Audit log", ""],
      ["Service status", "Operators only"],
      ["Operators", "Operators only"],
    ]);
  });

  it("grants no credit and shows no service to an organization's token", () => {
    const me = { kind: "organization", name: "Roasters Ltd", role: null, org_id: 2 } as const;
    const labels = destinations({
      me,
      project: null,
      organization: organizations[0] ?? null,
      projects,
      organizations,
    }).map(({ label }) => label);
    expect(labels).not.toContain("Grant credit");
    expect(labels).not.toContain("Service status");
  });
});

describe("a search in it", () => {
  it("needs every word, anywhere, in either case", () => {
    expect(matching(all, "  BAKE  roast ").map(({ label }) => label)).toEqual(["Bakery"]);
    expect(matching(all, "nothing of that kind")).toEqual([]);
  });

  it("puts first what begins so", () => {
    expect(matching(all, "ag")[0]?.label).toBe("Agents");
  });
});
