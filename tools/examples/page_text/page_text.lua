-- Shows the result of html.markdown: a page's content as Markdown, its title, and absolute links.

tool = {
  name = "page_text",
  version = "1.0.0",
  description = "Turns the HTML of a page into Markdown.",
  tags = { "web", "text" },
  parameters = {
    { name = "html", type = "string", required = true, description = "The HTML of a page" },
    { name = "url", type = "string", description = "Its address, to resolve relative links" },
  },
}

function tool.execute(params)
  local page = html.markdown(params.html, params.url)
  return page.title and "# " .. page.title .. "\n\n" .. page.markdown or page.markdown
end
