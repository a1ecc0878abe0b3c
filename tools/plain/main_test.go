package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckBlocks(t *testing.T) {
	long := strings.Repeat("word ", maxWords+1)
	for name, c := range map[string]struct {
		text     string
		findings int
	}{
		"a short sentence":                 {"It stores the visit.", 0},
		"a long sentence":                  {long + ".", 1},
		"two sentences":                    {long[:100] + ". " + "It " + long[:100] + ".", 0},
		"a sentence after a full stop":     {"Done. " + long, 1},
		"a forbidden word":                 {"Whoever asks is refused.", 1},
		"a forbidden word in code":         {"`whoever` is a name.", 0},
		"a forbidden word in a quotation":  {`It says "nobody is here".`, 0},
		"a phrase":                         {"It has to be told of a change.", 1},
		"a word that contains a forbidden": {"It is somebodys.", 0},
	} {
		t.Run(name, func(t *testing.T) {
			if found := checkBlocks("a.md", []block{{{1, c.text}}}); len(found) != c.findings {
				t.Errorf("%d findings, want %d: %v", len(found), c.findings, found)
			}
		})
	}
}

func TestMarkdownBlocks_CodeAndFrontMatter_AreSkipped(t *testing.T) {
	blocks := markdownBlocks("---\ntitle: x\n---\n# Title\n\nText\ngoes on.\n\n```sh\nnobody\n```\n- item\n| a | b |\n|---|---|\n")
	var texts []string
	for _, b := range blocks {
		text, _ := b.join()
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
	}
	if got := strings.Join(texts, "; "); got != "Title; Text goes on.; item; a; b" {
		t.Errorf("the blocks are %q, want %q", got, "Title; Text goes on.; item; a; b")
	}
}

func TestGoBlocks_Directives_AreSkipped(t *testing.T) {
	blocks, err := goBlocks("a.go", []byte("package a\n\n// F does.\n//\n//\tcode\n//\n// More.\n//\n//go:noinline\nfunc F() {} // end\n"))
	if err != nil || len(blocks) != 3 || blocks[2][0].number != 10 {
		t.Errorf("the comment blocks are %v, %v; want 3, the last at line 10", blocks, err)
	}
}

func TestScriptBlocks_CommentsOfAllKinds_AreRead(t *testing.T) {
	blocks := scriptBlocks("/** One. */\nconst a = 'https://x' // two\n/*\n * Three\n * four.\n */\n{/* Five */}\n")
	var texts []string
	for _, b := range blocks {
		text, _ := b.join()
		texts = append(texts, strings.TrimSpace(text))
	}
	if got := strings.Join(texts, "; "); got != "One.; two; Three four.; Five" {
		t.Errorf("the comments are %q, want %q", got, "One.; two; Three four.; Five")
	}
}

func TestCheckTestNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a_test.go")
	content := `package a
import "testing"
func TestThePassOfAMergedRecordIsShown(t *testing.T) {}
func TestPass_MergedRecord_IsShown(t *testing.T) {}
func TestPassOfMergedRecordOfFamily(t *testing.T) { t.Run("x", nil) }
func TestReadNow(t *testing.T) {}
//plain:ignore quoted
func TestTheOtherPassOfAMergedRecord(t *testing.T) {}
`
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := checkTestNames([]string{file})
	if err != nil || len(found) != 1 || found[0].first != 3 {
		t.Errorf("the findings are %v, %v; want one and first 3", found, err)
	}
}
