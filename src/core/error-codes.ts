// The codes of failures. Apart from their class, which the first screen loads.

/** HTTP status of each code, as listed in the tool contract. */
export const HTTP_STATUS = {
  bad_request: 400,
  denied: 403,
  not_found: 404,
  timeout: 408,
  conflict: 409,
  too_large: 413,
  bad_output: 422,
  disabled: 423,
  rate_limited: 429,
  cancelled: 499,
  tool_error: 500,
  sandbox_crashed: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof HTTP_STATUS;
