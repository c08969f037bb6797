-- A connector that pages through a REST API by its Link header, with metadata as JSON text.
connector = {
  name = "issues",
  description = "Issues of a repository",
  config = { { name = "repo", required = true }, { name = "token", required = false } },
}

function connector.scan(config)
  local items, url, params = {}, "https://api.example/repos/" .. config.repo .. "/issues", { state = "all", per_page = "2" }
  while url do
    local resp = http.get(url, { params = params, headers = { ["Accept"] = "application/json" } })
    if not resp.ok then error("the API answered " .. resp.status) end
    for _, issue in ipairs(resp.json) do
      if not issue.pull_request then
        table.insert(items, {
          source_id = tostring(issue.number),
          title = issue.title,
          body = table.concat({ "# " .. issue.title, "", issue.body or "" }, "\n"),
          author = issue.user and issue.user.login,
          source_url = issue.html_url,
          updated_at = issue.updated_at,
          metadata_json = json.encode({ labels = issue.labels, state = issue.state }),
        })
      end
    end
    log.info(string.format("%d issues so far", #items))
    local link = resp.headers["link"] or ""
    url, params = link:match('<([^>]+)>; rel="next"'), nil
  end
  return items
end
