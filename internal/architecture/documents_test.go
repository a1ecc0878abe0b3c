package architecture

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link             = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	externalLink     = regexp.MustCompile(`^[a-z]+:`)
	heading          = regexp.MustCompile(`(?m)^#{1,6} (.+)$`)
	nonSlugCharacter = regexp.MustCompile(`[^\p{L}\p{N}\s_-]`)
	shownPicture     = regexp.MustCompile(`<!-- picture ([\w-]+): \S`)
	takenPicture     = regexp.MustCompile(`take(?:Part)?\([^\n]+, '([\w-]+)'\)`)
	screenWords      = regexp.MustCompile(`\*\*([^*\n]+)\*\*`)
)

// The site has the same documents (decision 0035).
func TestDocuments_Links_ResolveToFilesAndHeadings(t *testing.T) {
	for _, document := range documents(t, "") {
		for _, match := range link.FindAllStringSubmatch(read(t, document), -1) {
			address, fragment, _ := strings.Cut(match[1], "#")
			if externalLink.MatchString(address) {
				continue
			}
			target := document
			if address != "" {
				target = path.Join(path.Dir(document), address)
			}
			if _, err := fs.Stat(os.DirFS(root), target); err != nil {
				t.Errorf("%s links to %s: %v", document, match[1], err)
			} else if fragment != "" && !slices.Contains(slugs(read(t, target)), fragment) {
				t.Errorf("%s links to %s: there is no such heading", document, match[1])
			}
		}
	}
}

func TestManual_Pictures_AreTakenByTests(t *testing.T) {
	used := map[string]bool{}
	for _, name := range sourceFiles(t) {
		if strings.HasPrefix(name, "e2e/pictures/") {
			for _, match := range takenPicture.FindAllStringSubmatch(read(t, name), -1) {
				used[match[1]] = true
			}
		}
	}
	shownPictures := map[string]bool{}
	for _, document := range documents(t, "docs/manual/") {
		for _, match := range shownPicture.FindAllStringSubmatch(read(t, document), -1) {
			shownPictures[match[1]] = true
			if !used[match[1]] {
				t.Errorf("%s shows %s, which e2e/pictures does not take", document, match[1])
			}
		}
	}
	for name := range used {
		if !shownPictures[name] {
			t.Errorf("e2e/pictures takes %s, which the manual does not show", name)
		}
	}
}

func TestManual_BoldWords_AppearOnScreens(t *testing.T) {
	screens := readScreenTexts(t)
	count := 0
	for _, document := range documents(t, "docs/manual/") {
		for _, words := range screenWords.FindAllStringSubmatch(read(t, document), -1) {
			count++
			label := strings.TrimRight(words[1], ".:")
			if !regexp.MustCompile(regexp.QuoteMeta(label) + `[^\p{L}]`).MatchString(screens) {
				t.Errorf("%s has %q in bold, but no screen has it", document, label)
			}
		}
	}
	if count == 0 {
		t.Error("the manual has no words in bold")
	}
}

func readScreenTexts(t *testing.T) string {
	t.Helper()
	var sources strings.Builder
	for _, name := range sourceFiles(t) {
		inApp := strings.HasPrefix(name, "web/src/") && (strings.HasSuffix(name, "exts.ts") || name == "web/src/lib/rewardKinds.ts")
		inServer := path.Dir(name) == "internal/loyalty" && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
		if inApp || inServer {
			sources.WriteString(read(t, name))
		}
	}
	return sources.String()
}

// Code in the first column of the guide is a message that operators search for.
func TestTroubleGuide_QuotedMessages_ExistInTheProgram(t *testing.T) {
	serverTexts := readServerTexts(t)
	count := 0
	for line := range strings.Lines(read(t, "docs/operate/trouble.md")) {
		symptom, _, _ := strings.Cut(strings.TrimPrefix(line, "| "), " | ")
		if !strings.HasPrefix(line, "| ") {
			continue
		}
		for _, code := range codeSpan.FindAllString(symptom, -1) {
			for piece := range strings.SplitSeq(strings.Trim(code, "`"), "…") {
				piece = strings.TrimSpace(piece)
				if !strings.Contains(piece, " ") || slices.Contains(systemMessages, piece) {
					continue // a single word, or a message of the system
				}
				count++
				if !strings.Contains(serverTexts, piece) {
					t.Errorf("trouble.md quotes %q, which the program does not have", piece)
				}
			}
		}
	}
	if count < 10 {
		t.Errorf("only %d messages are quoted in trouble.md", count)
	}
}

// systemMessages are messages of the operating system that the program passes on.
var systemMessages = []string{"permission denied"}

// readServerTexts returns all Go sources, with … for each verb of a format.
func readServerTexts(t *testing.T) string {
	t.Helper()
	var sources strings.Builder
	for _, name := range sourceFiles(t) {
		if strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") {
			sources.WriteString(read(t, name))
		}
	}
	return regexp.MustCompile(`%[a-z]`).ReplaceAllString(sources.String(), "…")
}

// documents returns the Markdown files below a folder.
func documents(t *testing.T, folder string) []string {
	t.Helper()
	var names []string
	for _, name := range sourceFiles(t) {
		if filepath.Ext(name) == ".md" && strings.HasPrefix(name, folder) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		t.Fatalf("there is no document in %q", folder)
	}
	return names
}

// slugs returns the ids of a document's headings, as GitHub and the site make them.
func slugs(document string) []string {
	var anchors []string
	for _, line := range heading.FindAllStringSubmatch(document, -1) {
		title := nonSlugCharacter.ReplaceAllString(strings.ToLower(strings.TrimSpace(line[1])), "")
		anchors = append(anchors, strings.ReplaceAll(title, " ", "-"))
	}
	return anchors
}
