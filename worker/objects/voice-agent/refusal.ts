/** An HTTP refusal in the shape that OpenAI's clients read. */
export const refusal = (status: number, code: string, message: string, param: string | null = null): Response =>
  Response.json({ error: { message, type: "invalid_request_error", param, code } }, { status });
