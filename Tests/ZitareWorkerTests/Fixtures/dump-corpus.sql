SELECT o.name, q.slug, q.text, q.language, q.author_slug, q.author_name, q.source_slug,
  q.source_title, q.theme_slugs, q.place_slugs, q.role_slugs, q.epoch_slug, q.year, q.original,
  q.translation_of, q.attribution, q.license, q.published_at, q.updated_at, q.url, q.extra,
  q.first_seen IS NULL, hex(q.wire), hex(q.content)
FROM quote q JOIN origin o ON o.id = q.origin_id ORDER BY o.name, q.slug;
SELECT n.kind, o.name, n.slug, n.name FROM name n JOIN origin o ON o.id = n.origin_id
ORDER BY n.kind, o.name, n.slug;
SELECT o.name, o.rank, o.count, o.skipped, o.refusal, hex(o.accepted) FROM origin o ORDER BY o.name;
SELECT o.name, m.kind, m.etag, m.last_modified, m.generated_at, hex(m.accepted)
FROM master_data m JOIN origin o ON o.id = m.origin_id ORDER BY o.name, m.kind;
SELECT o.name, s.part, length(s.entries) FROM sequence s JOIN origin o ON o.id = s.origin_id
ORDER BY o.name, s.part;
SELECT hex(digest), count FROM revision ORDER BY revision DESC LIMIT 1;
SELECT name FROM sqlite_master ORDER BY name;
