// Script features of the guide: light and dark theme, copying code, the current section, and the page's context and tools for
// the chat. In the head, so that nothing is painted in the wrong colours.
const THEME = 'perilune-guide-theme';
const root = document.documentElement;

/** Storage may be blocked: the choice then applies to this page only. */
function kept(theme) {
  try {
    if (theme === undefined) return localStorage.getItem(THEME);
    if (theme === 'auto') localStorage.removeItem(THEME);
    else localStorage.setItem(THEME, theme);
  } catch {
    // As above.
  }
  return theme;
}

function setTheme(theme) {
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  else delete root.dataset.theme;
  const label = { light: 'light', dark: 'dark' }[theme] ?? 'as the system has it';
  const button = document.querySelector('#site-theme');
  if (button) {
    button.title = button.ariaLabel = `Theme: ${label}`;
  }
  // Each picture exists twice.
  for (const source of document.querySelectorAll('picture source')) {
    source.media = { light: 'not all', dark: 'all' }[theme] ?? '(prefers-color-scheme: dark)';
  }
}

setTheme(kept());

document.addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector('#site-theme');
  setTheme(kept());
  button.hidden = false;
  button.addEventListener('click', () => {
    const next = { auto: 'light', light: 'dark', dark: 'auto' }[root.dataset.theme ?? 'auto'];
    setTheme(kept(next));
  });
  for (const code of document.querySelectorAll('.code')) code.append(copyButton(code));
  followSections();
  for (const list of document.querySelectorAll('[popover]')) {
    // A link within this page leaves the list open above its target.
    list.addEventListener('click', (event) => event.target.closest('a') && list.hidePopover());
  }
  document.querySelector('#site-pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
  void customElements.whenDefined('perilune-chat').then(giveTools);
});

function copyButton(code) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'copy', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.querySelector('pre').textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not allowed';
    }
    setTimeout(() => (button.textContent = 'Copy'), 2000);
  });
  return button;
}

/** The last heading that was scrolled past. */
function sectionInView() {
  return [...document.querySelectorAll('main h2[id], main h3[id]')].findLast(
    (heading) => heading.getBoundingClientRect().top < innerHeight / 3,
  );
}

function followSections() {
  const links = [...document.querySelectorAll('#site-sections a')];
  if (links.length === 0) return;
  const mark = () => {
    const current = sectionInView();
    for (const link of links) {
      if (link.hash === `#${current?.id}`) link.ariaCurrent = 'location';
      else link.ariaCurrent = null;
    }
  };
  addEventListener('scroll', () => requestAnimationFrame(mark), { passive: true });
}

/** The page's context for questions, and an action that only the page can do. */
function giveTools() {
  const chat = document.querySelector('perilune-chat');
  chat.setContext?.({ page: document.title, address: location.pathname });
  chat.registerTool?.({
    name: 'set_theme',
    description: 'Shows the guide in light or dark colours, or as the system has it.',
    parameters: {
      type: 'object',
      properties: { theme: { type: 'string', enum: ['light', 'dark', 'auto'] } },
      required: ['theme'],
    },
    execute({ theme }) {
      setTheme(kept(theme));
      return { theme };
    },
  });
}
