import * as example from "./examples-agents.ts";
import type { Operation } from "./operation.ts";
import { at, day, filter, idOf } from "./operator-parts.ts";

/** Tests of tools, the vendors behind providers, and statistics of calls. */
export const agentOperations: Operation[] = [
  {
    id: "testTool",
    bounds: ["tool.test"],
    method: "post",
    path: at("/agents/{id}/tools/test"),
    tag: "Agents",
    summary: "Try a tool of an agent",
    description:
      "Calls a webhook tool as a model would, outside of any session; the tool need not be saved yet. If the tool fails, that is the answer, not an error. A `client` tool runs on the page and cannot be tried here.",
    access: "organization",
    parameters: [idOf("agent")],
    body: { schema: "ToolTest", example: example.toolTest },
    answers: {
      200: { description: "The tool's result or failure.", schema: "ToolTested", example: example.toolTested },
    },
    errors: ["agent_not_found"],
  },
  {
    id: "listProviders",
    method: "get",
    path: at("/providers"),
    tag: "Agents",
    summary: "List the vendors behind the providers",
    description: "With each vendor's known voices and models; the vendor may have more.",
    access: "organization",
    answers: {
      200: {
        description: "All of them.",
        schema: "ProviderList",
        example: { items: [example.provider], next_cursor: null },
      },
    },
  },
  {
    id: "getStatistics",
    method: "get",
    path: at("/projects/{id}/statistics"),
    tag: "Reports",
    summary: "Sum up a project's calls by day",
    description:
      "Calls, talk time, credits and ratings of each UTC day, days without a call too, the oldest first; at most 366 days, the last 30 unless said otherwise.",
    access: "organization",
    parameters: [
      idOf("project"),
      day("from", "First day"),
      day("to", "Last day"),
      { ...filter("agent", "agent"), example: 7 },
    ],
    answers: {
      200: {
        description: "One item a day.",
        schema: "StatisticsDayList",
        example: { items: [example.statisticsDay], next_cursor: null },
      },
    },
    errors: ["project_not_found"],
    checksParameters: true,
  },
];
