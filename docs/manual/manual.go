// Package manual holds the text of the manual, which the program serves at /ayuda.
package manual

import (
	"embed"
	"io/fs"
)

//go:embed *.md index.json
var files embed.FS

// Files returns the pages in Markdown, and index.json, which orders them in sections.
func Files() fs.FS { return files }
