// Package help renders the manual's Markdown as HTML.
package help

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"strings"
)

const indexFile = "index.json"

// Manual holds the rendered pages. It is immutable.
type Manual struct {
	sections []Section
	pages    map[string]*Page
}

// Section is a group of pages in the index.
type Section struct {
	Title string
	Pages []*Page
}

// Page is a page of the manual.
type Page struct {
	Name     string // file name without .md
	Title    string
	Body     template.HTML // without the title
	Headings []Heading     // of level 2
}

// Heading is a link target in a page.
type Heading struct {
	ID   string
	Text string
}

type section struct {
	Title string   `json:"title"`
	Pages []string `json:"pages"`
}

// Read renders all pages. base prefixes their links, between slashes. A broken link is an error.
func Read(files fs.FS, base string) (*Manual, error) {
	sections, err := readIndex(files)
	if err != nil {
		return nil, err
	}
	sources, err := readSources(files, sections)
	if err != nil {
		return nil, err
	}
	manual := &Manual{pages: map[string]*Page{}}
	for name, source := range sources {
		page, err := render(name, source, base, sources)
		if err != nil {
			return nil, fmt.Errorf("rendering %s.md: %w", name, err)
		}
		manual.pages[name] = page
	}
	for _, section := range sections {
		pages := make([]*Page, 0, len(section.Pages))
		for _, name := range section.Pages {
			pages = append(pages, manual.pages[name])
		}
		manual.sections = append(manual.sections, Section{Title: section.Title, Pages: pages})
	}
	return manual, nil
}

func readIndex(files fs.FS) ([]section, error) {
	content, err := fs.ReadFile(files, indexFile)
	if err != nil {
		return nil, fmt.Errorf("reading the index of the manual: %w", err)
	}
	var sections []section
	if err := json.Unmarshal(content, &sections); err != nil {
		return nil, fmt.Errorf("reading the index of the manual: %w", err)
	}
	return sections, nil
}

func readSources(files fs.FS, sections []section) (map[string]string, error) {
	sources := map[string]string{}
	for _, section := range sections {
		for _, name := range section.Pages {
			content, err := fs.ReadFile(files, name+".md")
			if err != nil {
				return nil, fmt.Errorf("reading a page of the manual: %w", err)
			}
			sources[name] = string(content)
		}
	}
	names, err := fs.Glob(files, "*.md")
	if err != nil {
		return nil, fmt.Errorf("listing the pages of the manual: %w", err)
	}
	for _, file := range names {
		if _, listed := sources[strings.TrimSuffix(file, ".md")]; !listed {
			return nil, fmt.Errorf("%s does not name %s", indexFile, file)
		}
	}
	return sources, nil
}

// Sections returns the index.
func (m *Manual) Sections() []Section { return m.sections }

// Page returns the named page, if any.
func (m *Manual) Page(name string) (*Page, bool) {
	page, found := m.pages[name]
	return page, found
}
