import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, TestSuite } from "vitest/node";

/** Where it happened, for whoever runs it again: a test, or a whole file. */
export interface Place {
  project: string;
  file: string;
  test?: string;
}

/** What happened in a run of vitest, one line of JSON each, in the file that TEST_EVENTS names. */
export type TestEvent =
  /** A file, as the run begins, or a test; what never ends was cut off. */
  | { type: "begun"; id: string; name: string; place: Place }
  | { type: "ended"; id: string }
  | { type: "passed" }
  /** A test, a hook or a file that does not load. What happened outside of them has no place, or that of the file that ran. */
  | { type: "failed"; name: string; place?: Place; faults: string[] };

const writeEvent = (event: TestEvent) =>
  appendFileSync(process.env.TEST_EVENTS ?? "/dev/null", `${JSON.stringify(event)}\n`);

const nameOf = ({ module, fullName }: TestCase | TestSuite) => `${module.relativeModuleId} > ${fullName}`;
const placeOf = ({ project, relativeModuleId: file }: TestModule): Place => ({ project: project.name, file });
const placeOfTest = ({ module, fullName }: TestCase): Place => ({ ...placeOf(module), test: fullName });

/** What a person would look for first: the message, where in our own code, the difference. */
function formatError({ name = "", message, diff, stacks = [], cause }: SerializedError): string {
  const own = stacks.filter(({ file }) => !/node_modules|^node:/.test(file)).slice(0, 3);
  const places = own.map(({ file, line }) => `at ${relative(process.cwd(), file)}:${line}`).join(" ");
  const before = cause && `caused by ${cause.message ?? String(cause)}`;
  return stripVTControlCharacters([`${name}: ${message}`, places, before, diff].filter(Boolean).join("\n"));
}

/**
 * A reporter of vitest that writes during the run, so that the results of a run that broke off are not lost, and errors
 * outside of all tests are reported too.
 */
export default class EventReporter implements Reporter {
  /** All files at once: what a crash or the end of its time keeps from beginning has not passed either. */
  onTestRunStart(specifications: readonly TestSpecification[]): void {
    for (const { taskId: id, moduleId, project } of specifications) {
      const file = relative(project.config.root, moduleId);
      writeEvent({ type: "begun", id, name: file, place: { project: project.name, file } });
    }
  }

  onTestCaseReady(test: TestCase): void {
    writeEvent({ type: "begun", id: test.id, name: nameOf(test), place: placeOfTest(test) });
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors = [] } = test.result();
    writeEvent({ type: "ended", id: test.id });
    if (state === "passed") writeEvent({ type: "passed" });
    if (state === "failed")
      writeEvent({ type: "failed", name: nameOf(test), place: placeOfTest(test), faults: errors.map(formatError) });
  }

  onTestSuiteResult(suite: TestSuite): void {
    const faults = suite.errors().map(formatError);
    if (faults.length > 0) writeEvent({ type: "failed", name: nameOf(suite), place: placeOf(suite.module), faults });
  }

  onTestModuleEnd(module: TestModule): void {
    const faults = module.errors().map(formatError);
    writeEvent({ type: "ended", id: module.id });
    if (faults.length > 0)
      writeEvent({ type: "failed", name: module.relativeModuleId, place: placeOf(module), faults });
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const during = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH);
      const name = during ? `${during.relativeModuleId}, outside of any test` : "outside of any test";
      writeEvent({ type: "failed", name, ...(during && { place: placeOf(during) }), faults: [formatError(error)] });
    }
  }
}
