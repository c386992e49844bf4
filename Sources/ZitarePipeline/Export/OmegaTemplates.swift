/// OmegaScript, in which `$.` is a comma and `$$` a dollar (xapian-omega, omegascript.html).
enum OmegaTemplates {
  /// How a query is read, for all templates.
  ///
  /// Omega stems capitalised words under `all_z` only. `CLEAN` keeps what XML can hold, since Omega
  /// hands on every byte of a query; nothing of one that is no UTF-8, which no pattern matches as a
  /// whole.
  private static let reading = #"""
    $set{stemmer,$if{$eq{$cgi{LANG},en},english,german}}$set{stem_strategy,all_z}\#
    $set{flag_cjk_ngram,1}$set{flag_pure_not,1}$set{flag_wildcard,1}\#
    $set{thousand,.}$set{decimal,$.}\#
    $setmap{prefix,author,A,autor,A,title,S,titel,S,keywords,K}\#
    $setmap{boolprefix,theme,XYTM,thema,XYTM,source,XYSO,quelle,XYSO,place,XYPL,ort,XYPL,\#
    role,XYRO,rolle,XYRO,epoch,XYEP,epoche,XYEP,language,XYLA,sprache,XYLA}\#
    $def{VALID,$if{$transform{^.*$$,,$1,s},,$1}}\#
    $def{CLEAN,$transform{[\x01-\x08\x0b\x0c\x0e-\x1f\x7f\x$(fffe$)\x$(ffff$)],,$VALID{$1},g}}\#
    $def{SELF,$or{$env{SCRIPT_NAME},omega}}\#
    $def{SITE,$if{$env{HTTP_HOST},$or{$env{REQUEST_SCHEME},http}://$env{HTTP_HOST}}$SELF}
    """#

  static let query =
    "$httpheader{Content-Type,text/html; charset=utf-8}" + reading + #"""
      <!DOCTYPE html>
      <html lang="de">
      <head>
      <meta charset="utf-8">
      <title>$if{$query,$html{$query} – }Zitate</title>
      <link rel="search" type="application/opensearchdescription+xml" title="Zitate" href="$html{$SELF?FMT=description}">
      <style>
      body { max-width: 45rem; margin: 1rem auto; padding: 0 1rem; font-family: sans-serif; }
      blockquote { margin: 0 0 .3rem; font-family: serif; font-size: 1.15rem; }
      small { color: #555; }
      </style>
      </head>
      <body>
      <form action="$html{$SELF}" method="get">
      <input type="search" name="P" value="$html{$query}" size="40" aria-label="Suche" autofocus>
      <select name="DEFAULTOP" aria-label="Wörter">
      <option value="and">alle Wörter</option>
      <option value="or"$if{$eq{$cgi{DEFAULTOP},or}, selected}>irgendein Wort</option>
      </select>
      <select name="LANG" aria-label="Sprache der Wörter">
      <option value="de">deutsch</option>
      <option value="en"$if{$eq{$cgi{LANG},en}, selected}>englisch</option>
      </select>
      <button>Suchen</button>
      <input type="hidden" name="xP" value="$html{$queryterms}">
      <input type="hidden" name="xFILTERS" value="$html{$filters}">
      $if{$ne{$topdoc,0},<input type="hidden" name="TOPDOC" value="$topdoc">}
      $if{$ne{$hitsperpage,10},<input type="hidden" name="HITSPERPAGE" value="$html{$hitsperpage}">}
      $if{$error,<p>Die Anfrage ist nicht zu beantworten: $html{$error}</p>,
      $if{$eq{$msize,0},
      $if{$query,<p>Kein Zitat gefunden. Durchsucht wurden $nice{$dbsize}.</p>},
      <p>$nice{$add{$topdoc,1}}–$nice{$last} von $if{$msizeexact,,etwa }$nice{$msize}</p>
      <ol start="$add{$topdoc,1}">
      $hitlist{<li>
      <blockquote lang="$html{$field{language}}">$snippet{$field{sample},300}</blockquote>
      <p><a href="$html{$field{url}}">$html{$or{$field{author},$field{caption},$field{url}}}</a>
      $if{$field{keywords},<br><small>$html{$field{keywords}}</small>}
      $if{$field{modtime},<br><small>Stand $date{$field{modtime},%d.%m.%Y}</small>}</p>
      </li>}
      </ol>
      <p>$if{$ne{$topdoc,0},<button name="&lt;" value="1">Zurück</button>}
      $if{$ne{$last,$msize},<button name="&gt;" value="1">Weiter</button>}</p>
      }}
      </form>
      </body>
      </html>

      """#

  static let xml =
    "$httpheader{Content-Type,application/xml; charset=utf-8}" + reading + #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <results query="$html{$CLEAN{$query}}" first="$add{$topdoc,1}" last="$last" matches="$msize" exact="$if{$msizeexact,true,false}" documents="$dbsize">
      $if{$error,<error>$html{$CLEAN{$error}}</error>}
      $hitlist{<hit id="$id" score="$percentage" language="$html{$field{language}}">
      <url>$html{$field{url}}</url>
      <title>$html{$field{caption}}</title>
      <author>$html{$field{author}}</author>
      <text>$html{$field{sample}}</text>
      <keywords>$html{$field{keywords}}</keywords>
      <modified>$if{$field{modtime},$date{$field{modtime},%Y-%m-%dT%H:%M:%SZ}}</modified>
      </hit>
      }</results>

      """#

  /// An item's description is HTML that is escaped once, as RSS has it.
  static let opensearch =
    "$httpheader{Content-Type,application/rss+xml; charset=utf-8}" + reading + #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <rss version="2.0" xmlns:openSearch="http://a9.com/-/spec/opensearch/1.1/">
      <channel>
      <title>Zitate: $html{$CLEAN{$query}}</title>
      <link>$html{$SITE?P=$url{$query}}</link>
      <description>$if{$error,$html{$CLEAN{$error}},Gefundene Zitate}</description>
      <language>de</language>
      <openSearch:totalResults>$msize</openSearch:totalResults>
      <openSearch:startIndex>$add{$topdoc,1}</openSearch:startIndex>
      <openSearch:itemsPerPage>$hitsperpage</openSearch:itemsPerPage>
      $hitlist{<item>
      <title>$html{$field{caption}}</title>
      <link>$html{$field{url}}</link>
      <guid isPermaLink="false">$html{$field{url}}</guid>
      <description>$html{$snippet{$field{sample},300}}</description>
      </item>
      }</channel>
      </rss>

      """#

  /// The OpenSearch description document, by which a browser learns of the search.
  static let description =
    "$httpheader{Content-Type,application/opensearchdescription+xml; charset=utf-8}" + reading
      + #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
      <ShortName>Zitate</ShortName>
      <Description>Sucht in Zitaten</Description>
      <Language>de</Language>
      <InputEncoding>UTF-8</InputEncoding>
      <Url type="text/html" template="$html{$SITE?P=$(searchTerms$)&DEFAULTOP=and}"/>
      <Url type="application/rss+xml" template="$html{$SITE?FMT=opensearch&P=$(searchTerms$)&DEFAULTOP=and}"/>
      </OpenSearchDescription>

      """#
}
