package help

import (
	"bytes"
	"errors"
	"fmt"
	"html/template"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

var (
	// picture is a screenshot of the website, which the binary does not include.
	picture           = regexp.MustCompile(`(?s)<!-- picture .*?-->\n*`)
	container         = regexp.MustCompile(`(?ms)^::: \w+ ?([^\n]*)\n(.*?)^:::$`)
	scheme            = regexp.MustCompile(`^[a-z]+:`)
	nonSlugCharacters = regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
)

var errNoTitle = errors.New("it does not begin with a heading of the first level")

func render(name, source, base string, sources map[string]string) (*Page, error) {
	content := []byte(prepare(source))
	markdown := goldmark.New(goldmark.WithExtensions(extension.Table), goldmark.WithParserOptions(parser.WithAutoHeadingID()))
	document := markdown.Parser().Parse(text.NewReader(content), parser.WithContext(parser.NewContext(parser.WithIDs(&slugs{}))))
	title, isHeading := document.FirstChild().(*ast.Heading)
	if !isHeading || title.Level != 1 {
		return nil, errNoTitle
	}
	page := &Page{Name: name, Title: textOf(title, content)}
	document.RemoveChild(document, title)
	if err := page.resolveLinks(document, content, base, sources); err != nil {
		return nil, err
	}
	var html bytes.Buffer
	if err := markdown.Renderer().Render(&html, content, document); err != nil {
		return nil, fmt.Errorf("writing HTML: %w", err)
	}
	page.Body = template.HTML(html.String()) // trusted: our own Markdown without raw HTML
	return page, nil
}

// resolveLinks points links to pages of the manual, and lists the headings.
func (p *Page) resolveLinks(document ast.Node, content []byte, base string, sources map[string]string) error {
	err := ast.Walk(document, func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch node := node.(type) {
		case *ast.Heading:
			if id, _ := node.AttributeString("id"); node.Level == 2 {
				p.Headings = append(p.Headings, Heading{ID: string(id.([]byte)), Text: textOf(node, content)})
			}
		case *ast.Link:
			address, err := addressOf(p.Name, string(node.Destination), base, sources)
			if err != nil {
				return ast.WalkStop, err
			}
			node.Destination = []byte(address)
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		return fmt.Errorf("following links: %w", err)
	}
	return nil
}

func addressOf(page, link, base string, sources map[string]string) (string, error) {
	if scheme.MatchString(link) {
		return link, nil
	}
	file, fragment, hasFragment := strings.Cut(link, "#")
	target := page
	if file != "" {
		target = strings.TrimSuffix(file, ".md")
	}
	source, found := sources[target]
	if !found {
		return "", fmt.Errorf("the link %q leads to no page of the manual", link)
	}
	if hasFragment && !hasHeading(source, fragment) {
		return "", fmt.Errorf("the link %q leads to no heading", link)
	}
	if hasFragment {
		fragment = "#" + fragment
	}
	if file == "" {
		return fragment, nil
	}
	return base + target + fragment, nil
}

func hasHeading(source, id string) bool {
	for line := range strings.Lines(source) {
		if heading := strings.TrimLeft(line, "#"); heading != line && slugOf(heading) == id {
			return true
		}
	}
	return false
}

// prepare turns boxes into quotes with a title, and removes pictures.
func prepare(source string) string {
	source = picture.ReplaceAllString(source, "")
	return container.ReplaceAllStringFunc(source, func(box string) string {
		parts := container.FindStringSubmatch(box)
		var quote strings.Builder
		if parts[1] != "" {
			quote.WriteString("> **" + parts[1] + "**\n>\n")
		}
		for line := range strings.Lines(parts[2]) {
			quote.WriteString("> " + line)
		}
		return strings.TrimSuffix(quote.String(), "\n")
	})
}

func textOf(node ast.Node, content []byte) string {
	var words strings.Builder
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if plain, ok := child.(*ast.Text); ok {
			words.Write(plain.Segment.Value(content))
			continue
		}
		words.WriteString(textOf(child, content))
	}
	return words.String()
}

// slugs makes the same ids as VitePress and GitHub.
type slugs struct{ used map[string]int }

func (s *slugs) Generate(value []byte, _ ast.NodeKind) []byte {
	id := slugOf(string(value))
	if s.used == nil {
		s.used = map[string]int{}
	}
	count := s.used[id]
	s.used[id]++
	if count > 0 {
		id = fmt.Sprintf("%s-%d", id, count)
	}
	return []byte(id)
}

// Put ignores explicit ids, which the manual lacks.
func (s *slugs) Put([]byte) {}

func slugOf(heading string) string {
	plainHeading := nonSlugCharacters.ReplaceAllString(strings.ToLower(strings.TrimSpace(heading)), "")
	return strings.ReplaceAll(plainHeading, " ", "-")
}
