package main

import (
	"go/parser"
	"go/token"
	"regexp"
	"strings"
)

var (
	listItem   = regexp.MustCompile(`^\s*([-*•]|\d+\.)\s+`)
	tableRule  = regexp.MustCompile(`^[\s|:-]+$`)
	scriptLine = regexp.MustCompile(`^\s*(?:\{?/\*+|//+|\*)\s?(.*?)(?:\*/\}?)?$`)
	scriptTail = regexp.MustCompile(`\s//\s+(.*)$`)
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
)

type builder struct {
	blocks  []block
	current block
}

func (b *builder) end() {
	if len(b.current) > 0 {
		b.blocks = append(b.blocks, b.current)
	}
	b.current = nil
}

// add takes a line. A blank line ends a block, a list item begins one, an indented line is code.
func (b *builder) add(number int, text string) {
	switch {
	case strings.TrimSpace(text) == "":
		b.end()
	case listItem.MatchString(text):
		b.end()
		b.current = block{{number, listItem.ReplaceAllString(text, "")}}
	case strings.HasPrefix(text, "\t") || len(b.current) == 0 && strings.HasPrefix(text, "    "):
		b.end()
	default:
		b.current = append(b.current, line{number, text})
	}
}

func markdownBlocks(content string) []block {
	var b builder
	fence, matter := "", false
	number := 0
	for text := range strings.Lines(content) {
		number++
		text = strings.TrimRight(text, "\r\n")
		trimmed := strings.TrimSpace(text)
		switch {
		case number == 1 && trimmed == "---":
			matter = true
		case matter:
			matter = trimmed != "---"
		case fence != "":
			if strings.HasPrefix(trimmed, fence) {
				fence = ""
			}
		case strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"):
			b.end()
			fence = trimmed[:3]
		case strings.HasPrefix(trimmed, "#"):
			b.end()
			b.current = block{{number, strings.TrimLeft(trimmed, "# ")}}
			b.end()
		case strings.HasPrefix(trimmed, "|"):
			b.end()
			if tableRule.MatchString(trimmed) {
				continue
			}
			for cell := range strings.SplitSeq(strings.ReplaceAll(trimmed, `\|`, "/"), "|") {
				b.current = block{{number, linkTarget.ReplaceAllString(cell, "]")}}
				b.end()
			}
		default:
			b.add(number, linkTarget.ReplaceAllString(text, "]"))
		}
	}
	b.end()
	return b.blocks
}

// goBlocks returns the comments of a Go file, without directives.
func goBlocks(file string, content []byte) ([]block, error) {
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, file, content, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	var b builder
	for _, group := range parsed.Comments {
		for _, comment := range group.List {
			number := set.Position(comment.Pos()).Line
			for text := range strings.SplitSeq(comment.Text, "\n") {
				text = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/"), "//")
				if isDirective := comment.Text[:2] == "//" && len(text) > 0 && text[0] != ' ' && text[0] != '\t'; !isDirective {
					b.add(number, strings.TrimPrefix(text, " "))
				}
				number++
			}
		}
		b.end()
	}
	return b.blocks, nil
}

// scriptBlocks returns the comments of TypeScript and CSS: lines of comments, and ends of lines of code.
func scriptBlocks(content string) []block {
	var b builder
	inside := false
	number := 0
	for text := range strings.Lines(content) {
		number++
		text = strings.TrimRight(text, "\r\n")
		trimmed := strings.TrimSpace(text)
		begins := strings.HasPrefix(trimmed, "/*") || strings.HasPrefix(trimmed, "{/*")
		switch {
		case inside || begins:
			if begins {
				b.end()
			}
			comment := trimmed
			if m := scriptLine.FindStringSubmatch(text); m != nil && !strings.HasPrefix(trimmed, "*/") {
				comment = m[1]
			}
			b.add(number, strings.TrimSuffix(strings.TrimSuffix(comment, "}"), "*/"))
			inside = !strings.Contains(trimmed, "*/")
			if !inside {
				b.end()
			}
		case strings.HasPrefix(trimmed, "//"):
			b.add(number, strings.TrimLeft(trimmed, "/ "))
		default:
			b.end()
			if m := scriptTail.FindStringSubmatch(text); m != nil {
				b.add(number, m[1])
				b.end()
			}
		}
	}
	b.end()
	return b.blocks
}
