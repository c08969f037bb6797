// All pending approvals, one form each, at the end of the conversation. The first one gets the focus.
import { make } from '../dom.ts';
import type { PendingApproval, SiteChat } from '../site-chat.ts';
import { ApprovalForm } from './approval-form.ts';
import type { ChatTexts } from './text-types.ts';

export class ApprovalTray {
  readonly root = make('div', { class: 'turns' });
  #forms: ApprovalForm[] = [];

  /** @param composer keeps the focus while the user is typing, and gets it back. */
  constructor(
    private readonly chat: Pick<SiteChat, 'answer' | 'tools'>,
    private readonly composer: { readonly isEmpty: boolean; focus(): void },
  ) {}

  /** @returns the first new one. */
  show(pending: readonly PendingApproval[], texts: ChatTexts): PendingApproval | undefined {
    const hadFocus = this.#forms.some(({ root }) => root.matches(':focus-within'));
    const isGone = ({ approval }: ApprovalForm): boolean => !pending.some(({ id }) => id === approval.id);
    for (const form of this.#forms.filter(isGone)) form.remove();
    this.#forms = this.#forms.filter((form) => !isGone(form));
    for (const form of this.#forms) form.guard();
    const added = pending
      .filter(({ id }) => !this.#forms.some(({ approval }) => approval.id === id))
      .map((approval) => {
        const from = this.chat.tools().find(({ name }) => name === approval.tool)?.from;
        const answer = (yes: boolean, remember: boolean): void =>
          this.chat.answer(approval.id, yes, remember);
        return new ApprovalForm(approval, from, texts, answer);
      });
    this.#forms.push(...added);
    this.root.append(...added.map(({ root }) => root));
    const [first] = this.#forms;
    if (added.length > 0 && this.composer.isEmpty && !hadFocus) first?.focus();
    else if (hadFocus) (first ?? this.composer).focus();
    return added[0]?.approval;
  }
}
