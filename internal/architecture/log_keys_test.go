package architecture

import (
	"os"
	"regexp"
	"testing"
)

// reservedKey matches an attribute that log collectors use for the line's text, level or time.
var reservedKey = regexp.MustCompile(`\b(?:log|Log)\.(?:Debug|Info|Warn|Error)(?:Context)?\(.*".*", .*"(?:message|msg|level|time|severity)", `)

func TestLogLines_KeysOfAttributes_AreNotThoseOfTheLine(t *testing.T) {
	for _, files := range packages(t) {
		for _, file := range files {
			content, err := os.ReadFile("../../" + file.name)
			if err != nil {
				t.Fatal(err)
			}
			if match := reservedKey.Find(content); match != nil {
				t.Errorf("%s has %s: use a specific key, for example message_id", file.name, match)
			}
		}
	}
}
