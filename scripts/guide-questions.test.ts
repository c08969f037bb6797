// The guide answers for itself: newcomers' questions find the right page first.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { chunkBody } from '../src/knowledge/chunk.ts';
import { extractMarkdown } from '../src/knowledge/extract/markdown.ts';
import { KeywordIndex } from '../src/search/keyword-index.ts';
import { buildSegment } from '../src/search/segment.ts';
import { isInLibrary } from './vite/guide-site.ts';

const folder = new URL('../public/demo-docs/', import.meta.url);
const index = new KeywordIndex();
index.add(
  buildSegment(
    readdirSync(folder)
      .filter((file) => file.endsWith('.md') && isInLibrary({ file }))
      .flatMap((file) => {
        const { title = '', body } = extractMarkdown(readFileSync(new URL(file, folder), 'utf8'));
        return chunkBody(body, true).map((chunk) => ({ document: file, title, ...chunk }));
      }),
  ),
);

it.each([
  // The first three are offered in an empty chat.
  ['How do I add my own documents?', '02-documents.md'],
  ['How do I write a Lua tool?', '05-tools.md'],
  ['What leaves my device?', '07-privacy.md'],
  ['How do I add documents?', '02-documents.md'],
  ['Connecting a model', '04-models.md'],
  ['How do I make my first tool?', '04b-first-tool.md'],
  ['a tool in five minutes', '04b-first-tool.md'],
  ['How do I let a tool reach a host?', '05b-tool-access.md'],
  ['How do I make an HTTP tool?', '05f-http-tools.md'],
  ['How do I write a flow?', '05g-flows.md'],
  ['How do I import tools from a ZIP?', '05h-bundles-and-versions.md'],
  ['How do I go back to an earlier version of a tool?', '05h-bundles-and-versions.md'],
  ['Can I replay a run?', '05i-runs.md'],
  ['How do I make a backup?', '06e-storage-and-backup.md'],
  ['How much storage is used?', '06e-storage-and-backup.md'],
  ['filter the console of a run', '05i-runs.md'],
  ['time line of host calls', '05i-runs.md'],
  ['Everything that a tool can call', '05l-host-calls.md'],
  ['http.patch arguments', '05l-host-calls.md'],
  ['When does fs.read raise an error?', '05l-host-calls.md'],
  ['annotations for the Lua language server', '05l-host-calls.md'],
  ['run the cases of a tool in a terminal', '05-tools.md'],
  ['Can I write tools in my own editor?', '05k-local-files.md'],
  ['watch a folder and hot reload', '05k-local-files.md'],
  ['Perilune may no longer read my file', '05k-local-files.md'],
  ['Can I write tools in my own editor?', '05k-local-files.md'],
  ['watch a folder and hot reload', '05k-local-files.md'],
  ['Perilune may no longer read my file', '05k-local-files.md'],
  ['How do I turn off search by meaning?', '06a-search-by-meaning.md'],
  ['use another embedding endpoint', '06a-search-by-meaning.md'],
  ['Why is this hit ranked first?', '06b-hybrid-search.md'],
  ['What is the difference between keyword and semantic mode?', '06b-hybrid-search.md'],
  ['Which languages can I search in?', '06g-languages.md'],
  ['the language of a document is wrong', '06g-languages.md'],
  ['Can I search a Chroma server?', '06h-remote-knowledge.md'],
  ['push my library to a server', '06h-remote-knowledge.md'],
  ['How do I give my documents and tools to a colleague?', '06k-library-packs.md'],
  ['open a library pack', '06k-library-packs.md'],
  ['How do I sync my phone and my laptop?', '06j-sync.md'],
  ['CORS settings for WebDAV', '06j-sync.md'],
  ['Are my API keys synced?', '06j-sync.md'],
  ['Where do I paste the link that adds a device?', '06j-sync.md'],
  ['Can it search the web?', '06i-web.md'],
  ['dictate a question', '03b-voice.md'],
  ['Can it read answers aloud?', '03b-voice.md'],
  ['set up SearXNG', '06i-web.md'],
  ['switch a tool off in one chat', '06i-web.md'],
  ['How do I test a tool with cases?', '05j-cases.md'],
  ['Which lines of my tool are covered?', '05j-cases.md'],
  ['completion in the code editor', '05m-editor.md'],
  ['How do I format the code?', '05m-editor.md'],
  ['Go to the definition of a name', '05m-editor.md'],
  ['change the order of parameters', '05n-parameter-cards.md'],
  ['parameter cards', '05n-parameter-cards.md'],
  ['Can I make a tool from blocks?', '05o-blocks.md'],
  ['How do I drag steps of a flow?', '05g-flows.md'],
  ['compare two versions side by side', '05h-bundles-and-versions.md'],
  ['Can I add a web page by its address?', '06d-adding-documents.md'],
  ['share a page from another app', '06d-adding-documents.md'],
  ['share a tool as a link', '05h-bundles-and-versions.md'],
  ['Can the model write a tool for me?', '05p-described-tools.md'],
  ['weather forecast', '06-bundled-tools.md'],
  ['Which file formats can be read?', '06c-file-formats.md'],
  ['How large may a PDF be?', '06c-file-formats.md'],
  ['How do I add an RSS feed?', '06f-connectors.md'],
  ['scan a feed on a schedule', '06f-connectors.md'],
  ['How do I add search to my site?', '07a-site-search.md'],
  ['data-perilune-ignore attribute', '07a-site-search.md'],
  ['Vite plugin for VitePress and Astro', '07a-site-search.md'],
  ['endpoint for Cloudflare Workers', '07b-site-assistant.md'],
  ["Where is the site's key kept?", '07b-site-assistant.md'],
  ['Can I change a question and keep the old answer?', '04c-chats.md'],
  ['How do I fork a chat?', '04c-chats.md'],
  ['temporary chat', '04c-chats.md'],
  ['What happens when a chat gets too long?', '04c-chats.md'],
  ['How do I import chats from ChatGPT?', '04d-chat-files.md'],
  ['export a chat as Markdown', '04d-chat-files.md'],
  ['Which commands are there in the question field?', '04e-commands.md'],
  ['run a tool by hand and send the result', '04e-commands.md'],
  ['How do I answer from one document only?', '04e-commands.md'],
  ['ask the next model when one fails', '04f-several-models.md'],
  ['Can a model run on my device?', '04f-several-models.md'],
  ['pause the download of a model', '04f-several-models.md'],
  ['How do I make a profile?', '04g-profiles.md'],
  ['import agents from TOML', '04g-profiles.md'],
  ['Why am I asked before something is sent?', '04h-what-it-read.md'],
  ['a document tells the model to send my notes', '04h-what-it-read.md'],
  ['What is a dry run?', '04i-scripts.md'],
  ['Can the model run a Lua script?', '04i-scripts.md'],
  ['switch off scripts of models', '04i-scripts.md'],
  ['Can Perilune ask a question every morning?', '04j-automations.md'],
  ['run a flow on a schedule', '04j-automations.md'],
  ['keyboard shortcuts', '08-keys.md'],
  ['Which browsers are supported?', '09b-browsers.md'],
  ['Add an MCP server', '05q-servers.md'],
])('"%s" finds %s', (question, page) => {
  expect(index.search(question, { limit: 3 }).map(({ document }) => document)[0]).toBe(page);
});
