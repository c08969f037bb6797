-- Prelude: html: the host converts an answer's page to Markdown.
local P = ...
local check_text, page_call = P.check_text, P.page_call

_G.html = {
  --- markdown('<h1>…', 'https://example.com/page') -> { markdown = …, title = …, author = …, url = …, updated_at = … }
  markdown = function(page, address)
    if address ~= nil then address = check_text(address, 2, 'html.markdown') end
    return page_call('html.markdown', { url = address }, check_text(page, 1, 'html.markdown'))
  end,
}
