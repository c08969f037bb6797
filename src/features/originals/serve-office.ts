// The worker's side of Office pages: answers each request.
import { problemOf, readOfficePage } from './office-page.ts';
import type { OfficeAnswer, OfficeRequest } from './office-tree.ts';

/** @returns the handler for messages */
export function serveOffice(send: (answer: OfficeAnswer) => void): (request: OfficeRequest) => void {
  return ({ format, bytes }) => {
    readOfficePage(format, bytes).then(
      (page) => send({ page }),
      (error: unknown) => send({ problem: problemOf(error) }),
    );
  };
}
