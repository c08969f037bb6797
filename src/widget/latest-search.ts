// Searches while the user types: one at a time, keeping only the last of the queries made meanwhile.

export interface ShowsAnswers<Question, Answer> {
  /** @param isLast no other query was made since. */
  found(answer: Answer, question: Question, isLast: boolean): void;
  failed(error: unknown, question: Question): void;
}

export class LatestSearch<Question, Answer> {
  #isRunning = false;
  #next: { question: Question } | undefined;
  /** Results for queries of an earlier era are not shown. */
  #era = 0;

  constructor(
    private readonly search: (question: Question) => Promise<Answer>,
    private readonly show: ShowsAnswers<Question, Answer>,
  ) {}

  /** Shows the results; if another query arrives first, that one is searched instead. */
  ask(question: Question): void {
    this.#next = { question };
    if (!this.#isRunning) void this.#work();
  }

  /** Discards the results of all queries so far. */
  forget(): void {
    this.#next = undefined;
    this.#era += 1;
  }

  async #work(): Promise<void> {
    this.#isRunning = true;
    for (let next = this.#next; next; next = this.#next) {
      this.#next = undefined;
      const era = this.#era;
      const { question } = next;
      try {
        const answer = await this.search(question);
        if (era === this.#era) this.show.found(answer, question, this.#next === undefined);
      } catch (error) {
        // After more typing, only the next query's result matters.
        if (era === this.#era && !this.#next) this.show.failed(error, question);
      }
    }
    this.#isRunning = false;
  }
}
