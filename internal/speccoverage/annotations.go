package main

import (
	"fmt"
	"path"
	"regexp"
	"strings"
)

type annotatedTest struct {
	file string
	name string
	ids  []string
}

var (
	annotation = regexp.MustCompile(`(?m)^[ \t]*// Spec: (.+)\n`)
	goFunction = regexp.MustCompile(`^(?:[ \t]*//.*\n)*func (Test\w+)\(`)
	goTableRow = regexp.MustCompile(`^[^\n"]*"((?:[^"\\]|\\.)+)"`)
)

// readAnnotations assigns a comment in Go to the function or table row below it. In TypeScript it assigns it to the
// call below it, whose first text is the test's name.
func readAnnotations(file, source string) ([]annotatedTest, error) {
	var tests []annotatedTest
	for _, at := range annotation.FindAllStringSubmatchIndex(source, -1) {
		name, found := testBelow(file, source[at[1]:])
		if !found {
			line := 1 + strings.Count(source[:at[2]], "\n")
			return nil, fmt.Errorf("%s:%d: there is no test below this comment", file, line)
		}
		tests = append(tests, annotatedTest{file: file, name: name, ids: strings.Split(source[at[2]:at[3]], ", ")})
	}
	return tests, nil
}

func testBelow(file, source string) (string, bool) {
	if path.Ext(file) != ".go" {
		return callTitle(source)
	}
	for _, form := range []*regexp.Regexp{goFunction, goTableRow} {
		if match := form.FindStringSubmatch(source); match != nil {
			return match[1], true
		}
	}
	return "", false
}

// callTitle returns the title in test.each(rows)(title).
func callTitle(source string) (string, bool) {
	s := scanner{source: source}
	for s.at < len(s.source) {
		switch s.source[s.at] {
		case '(':
			s.at++
			s.skipSpace()
			if s.atQuote() {
				return s.readQuoted(), true
			}
			s.skipBrackets()
		case ';', '{':
			return "", false
		default:
			s.at++
		}
	}
	return "", false
}

// scanner reads only as far as needed to find the end of brackets.
type scanner struct {
	source string
	at     int
}

func (s *scanner) skipSpace() {
	for s.at < len(s.source) && strings.IndexByte(" \t\n", s.source[s.at]) >= 0 {
		s.at++
	}
}

func (s *scanner) atQuote() bool {
	return s.at < len(s.source) && strings.IndexByte("'\"`", s.source[s.at]) >= 0
}

// readQuoted returns the text in quotation marks that begins here, and skips it.
func (s *scanner) readQuoted() string {
	mark, start := s.source[s.at], s.at+1
	for s.at++; s.at < len(s.source) && s.source[s.at] != mark; s.at++ {
		if s.source[s.at] == '\\' {
			s.at++
		}
	}
	end := min(s.at, len(s.source))
	s.at++
	return s.source[start:end]
}

// skipBrackets skips to behind the bracket that closes the one before here.
func (s *scanner) skipBrackets() {
	for depth := 1; depth > 0 && s.at < len(s.source); {
		switch rest := s.source[s.at:]; {
		case s.atQuote():
			s.readQuoted()
			continue
		case strings.HasPrefix(rest, "//"):
			end := strings.IndexByte(rest, '\n')
			if end < 0 {
				end = len(rest)
			}
			s.at += end
			continue
		case strings.IndexByte("([{", rest[0]) >= 0:
			depth++
		case strings.IndexByte(")]}", rest[0]) >= 0:
			depth--
		}
		s.at++
	}
}
