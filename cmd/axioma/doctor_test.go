package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"axioma/internal/doctor"
	"axioma/internal/store/storetest"
)

// examined runs axioma doctor and returns what it finds, by subject, and why it fails.
func examined(t *testing.T, args ...string) (map[string][]doctor.Finding, error) {
	t.Helper()
	out, _, err := axioma(t, "", append([]string{"doctor", "--json"}, args...)...)
	var findings []doctor.Finding
	if err := json.Unmarshal([]byte(out), &findings); err != nil {
		t.Fatalf("%v, it prints %s", err, out)
	}
	of := map[string][]doctor.Finding{}
	for _, finding := range findings {
		of[finding.Subject] = append(of[finding.Subject], finding)
	}
	return of, err
}

func TestTheDoctorLooksAtAServerThatRunsAndAtOneThatDoesNot(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	furnish(t, database, 1)
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	server := serve(t, database.Flags()...)
	before := database.Dump(t)
	flags := append(database.Flags(), "--listen", strings.TrimPrefix(server.url, "http://"))
	found, err := examined(t, flags...)
	if err != nil || found["server"][0].State != doctor.OK {
		t.Errorf("while the server runs: %v, %+v", err, found)
	}
	if !slices.Equal(before, database.Dump(t)) {
		t.Error("the doctor has changed the data")
	}
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	found, err = examined(t, flags...)
	if err == nil || found["server"][0].State != doctor.Fault || found["database"][0].State != doctor.OK || found["accounts"][0].State != doctor.OK {
		t.Errorf("when it has ended: %v, %+v", err, found)
	}
}

func TestTheDoctorTellsWhatAServerRefuses(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	for subject, args := range map[string][]string{
		"settings": {"--session", "1s"},
		"accounts": {"--fixed-business", "barbaria"},
	} {
		found, err := examined(t, append(database.Flags(), args...)...)
		if err == nil || found[subject][0].State != doctor.Fault || found["database"][0].State != doctor.OK {
			t.Errorf("with %v: %v, %+v", args, err, found)
		}
	}
	found, err := examined(t, append(database.Flags(), "--whatsapp", "cluod")...)
	if got := found["settings"][0].Found; err == nil || !strings.Contains(got, `"cluod"`) || strings.Contains(got, "doctor:") {
		t.Errorf("of a provider that is none: %v, %q", err, got)
	}
	if out, _, err := axioma(t, "", "doctor", "--pubic-url", "https://example.com"); err == nil || out != "" {
		t.Errorf("with an option that is none it prints %q, %v", out, err)
	}
}

func TestTheDoctorSaysWhatToDoAndMakesNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "dta")
	out, _, err := axioma(t, "", "doctor", "--data", folder)
	if err == nil || !strings.Contains(out, "FAULT      database     there are no data in "+folder+"\n                        To do: ") {
		t.Errorf("it prints\n%s%v", out, err)
	}
	if found := inFolder(t, filepath.Dir(folder)); len(found) != 0 {
		t.Errorf("it has made %v", found)
	}
}

func TestSettingsOfTheServiceThatWereNotReadAreKnown(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "axioma.env")
	if got := unread(file, nil); got != "" {
		t.Errorf("a file that is not there is %q", got)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := unread(file, []string{"HOME=/root"}); got != file {
		t.Errorf("a file that is there is %q", got)
	}
	if got := unread(file, []string{"AXIOMA_DATA=/var/lib/axioma"}); got != "" {
		t.Errorf("a file that was read is %q", got)
	}
}
