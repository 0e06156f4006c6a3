import { ERRORS, type ErrorCode, type ErrorDetail, type Fault } from "../../shared/errors.ts";

/** A refusal by code; the table in `shared/errors.ts` holds its status and words. */
export class ApiError extends Error {
  /** Stays the same when the words change; sent beside `detail`. */
  readonly code: ErrorCode;
  readonly status: number;
  readonly detail: ErrorDetail;
  readonly headers: Record<string, string>;
  /** Fields of the body beside `detail`. */
  readonly more: object;

  constructor(
    code: ErrorCode,
    options: { detail?: string; headers?: Record<string, string>; more?: object; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause });
    this.name = "ApiError";
    this.code = code;
    this.status = ERRORS[code].status;
    this.detail = options.detail ?? ERRORS[code].detail;
    this.headers = options.headers ?? {};
    this.more = options.more ?? {};
  }
}

/** 422: every fault of the request at once, in FastAPI's shape. */
export class ValidationError extends Error {
  readonly status = 422;
  readonly detail: Fault[];

  constructor(faults: Fault[]) {
    super("validation");
    this.name = "ValidationError";
    this.detail = faults;
  }
}

/** A fault that a rule of ours finds, in the form that FastAPI gives such faults. */
export const valueFault = (loc: Fault["loc"], problem: string): Fault => ({
  type: "value_error",
  loc,
  msg: `Value error, ${problem}`,
});

export const valueError = (loc: Fault["loc"], problem: string): ValidationError =>
  new ValidationError([valueFault(loc, problem)]);
