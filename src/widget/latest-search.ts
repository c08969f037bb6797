// Searches while someone types: one at a time, and of the questions that come meanwhile only the last.

export interface ShowsAnswers<Question, Answer> {
  /** @param isLast nothing was asked since. */
  found(answer: Answer, question: Question, isLast: boolean): void;
  failed(error: unknown, question: Question): void;
}

export class LatestSearch<Question, Answer> {
  #isRunning = false;
  #next: { question: Question } | undefined;
  /** Answers to what was asked in an earlier era are not shown. */
  #era = 0;

  constructor(
    private readonly search: (question: Question) => Promise<Answer>,
    private readonly show: ShowsAnswers<Question, Answer>,
  ) {}

  /** Shows what it finds; if another question comes before its turn, that one is searched in its place. */
  ask(question: Question): void {
    this.#next = { question };
    if (!this.#isRunning) void this.#work();
  }

  /** Nothing that was asked is shown any more. */
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
        // Who has typed on wants the answer to that, not to hear of the one before.
        if (era === this.#era && !this.#next) this.show.failed(error, question);
      }
    }
    this.#isRunning = false;
  }
}
