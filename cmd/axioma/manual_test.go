package main

import (
	"strings"
	"testing"
)

func TestManual_CommandsAndSettings_AreComplete(t *testing.T) {
	t.Parallel()
	page, _, err := axioma(t, "", "manual")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		".TH AXIOMA 1 ", ".B axioma serve\n", ".B axioma superadmin create\n", `.B \-\-email=`,
		`.BR \-\-demo ", AXIOMA_DEMO"`, `.BR \-\-database\-url=URL ", AXIOMA_DATABASE_URL"`, `Default: 12h.`, "Or in a file.",
	} {
		if strings.Count(page, want) == 0 {
			t.Errorf("the manual lacks %q", want)
		}
	}
	settings, _, err := axioma(t, "", "config")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(settings), "\n")[1:] {
		name := ".BR " + escapeRoff(strings.Fields(row)[0])
		if strings.Count(page, name+" ")+strings.Count(page, name+"=") != 1 {
			t.Errorf("the manual must have %s exactly once", name)
		}
	}
	if strings.Contains(page, "axioma manual") {
		t.Error("the manual must not have the command that prints it")
	}
}
