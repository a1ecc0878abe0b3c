package architecture

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var codesWithOtherWords = []string{
	"QR_ENDED", "USUAL_OFF", "BIRTHDAY_ASKED", "PASSWORD_CHANGE_REQUIRED", // earlier pages, open at counters, read them
	"IDEMPOTENCY_KEY_REQUIRED", // of two refusals
}

var (
	refusalLine = regexp.MustCompile(`(?m)^\s*Err(\w+)\s*= refuse\(\w+, "([A-Z_]+)"`)
	wordStart   = regexp.MustCompile(`[A-Z]+[a-z]*`)
)

func TestErrorCode_EachRefusal_SharesWordsWithErrorName(t *testing.T) {
	source, err := os.ReadFile("../loyalty/errors.go")
	if err != nil {
		t.Fatal(err)
	}
	refusals := refusalLine.FindAllStringSubmatch(string(source), -1)
	if len(refusals) < 100 {
		t.Fatalf("only %d refusals were found", len(refusals))
	}
	for _, refusal := range refusals {
		name, code := refusal[1], refusal[2]
		words := strings.Split(strings.ToUpper(strings.Join(wordStart.FindAllString(name, -1), " ")), " ")
		codeWords := strings.Split(code, "_")
		if !isSubset(words, codeWords) && !isSubset(codeWords, words) && !slices.Contains(codesWithOtherWords, code) {
			t.Errorf("Err%s has the code %s: give both the same words", name, code)
		}
	}
}

func isSubset(words, all []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(all, word) })
}
