package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

func mustFail(t *testing.T, database storetest.Database, in, want string, args ...string) {
	t.Helper()
	out, _, err := axioma(t, in, withDatabase(database, args...)...)
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v prints %q and ends with %v; want %q", args, out, err, want)
	}
}

func TestVersion_Flag_PrintsTheBuild(t *testing.T) {
	t.Parallel()
	out, _, err := axioma(t, "", "--version")
	if err != nil || !regexp.MustCompile(`^axioma \S+ go1\.\S+ \w+/\w+\n$`).MatchString(out) {
		t.Errorf("axioma --version prints %q, %v; want program, version, Go version and platform", out, err)
	}
}

func TestServe_UnknownFixedBusiness_IsRefused(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	if err := serveOnce(t, database, "--fixed-business", "barbaria"); err == nil || !strings.Contains(err.Error(), `"barbaria"`) {
		t.Errorf("with an unknown business the server ends with %v; want an error and %q in it", err, `"barbaria"`)
	}
	if err := serveOnce(t, database, "--fixed-business", businessID); err != nil {
		t.Errorf("with an existing business the server ends with %v", err)
	}
}

func TestCommands_Refusals_AreEnglish(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	mustSay(t, database, "Otra-clave-7\n", "Operator created: eva@axioma.test", "superadmin", "create", "--email", "eva@axioma.test")
	mustFail(t, database, "Otra-clave-7\n", "another account has this e-mail address", "superadmin", "create", "--email", "eva@axioma.test")
	mustFail(t, database, "Otra-clave-7\n", "--email is not an e-mail address", "superadmin", "create", "--email", "eva")
	mustFail(t, database, "12345678\n", "the password is refused", "superadmin", "create", "--email", "luz@axioma.test")
	mustFail(t, database, "", "no account has this e-mail address", "superadmin", "disable", "--email", "unknown@axioma.test")
	mustFail(t, database, "", "no account has this e-mail address", "user", "reset-password", "--email", "unknown@axioma.test")
	mustFail(t, database, "", "no account has this e-mail address", "sessions", "end", "--email", "unknown@axioma.test")
	mustFail(t, database, "", "use --all", "sessions", "end")
}

func TestUserCommands_AnyAccount_AreCarriedOut(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	version := func() string { return strings.Join(database.Rows(t, "SELECT token_version FROM users"), " ") }
	before := version()
	mustSay(t, database, "", "Sessions ended: "+ownerEmail, "sessions", "end", "--email", ownerEmail)
	mustSay(t, database, "", "Sessions ended: 1 accounts", "sessions", "end", "--all")
	if after := version(); after == before || before == "1" || after == "3" {
		t.Errorf("the version of the sessions was %s and is %s after they were ended twice; want random versions", before, after)
	}
	out := mustSay(t, database, "", "Temporary password of "+ownerEmail, "user", "reset-password", "--email", ownerEmail)
	match := regexp.MustCompile(`test: (\S+)`).FindStringSubmatch(out)
	server := serve(t, database.Flags()...)
	if got := signInStatus(t, server.url, ownerEmail, match[1]); got != 200 {
		t.Errorf("the sign-in with the printed password returns %d, want 200", got)
	}
	trail := database.Rows(t, "SELECT action FROM audit_events WHERE detail = '"+ownerEmail+"' AND actor_id IS NULL ORDER BY at, action")
	if want := "user.sessions-ended user.sessions-ended user.password-reset"; !strings.HasSuffix(strings.Join(trail, " "), want) {
		t.Errorf("the trail has %v, want %s", trail, want)
	}
}

func TestCommands_MissingFolder_IsNotCreated(t *testing.T) {
	t.Parallel()
	folder := t.TempDir() + "/dta"
	for _, command := range [][]string{
		{"superadmin", "list"}, {"superadmin", "disable", "--email", "a@b.test"}, {"demo", "disable"},
		{"user", "reset-password", "--email", "a@b.test"}, {"sessions", "end", "--all"}, {"migrate", "--dry-run"},
	} {
		_, _, err := axioma(t, "", append(command, "--data", folder)...)
		if dry := command[0] == "migrate"; err == nil != dry {
			t.Errorf("without the folder %v ends with %v", command, err)
		}
		if names := inFolder(t, filepath.Dir(folder)); len(names) != 0 {
			t.Fatalf("%v must not create anything, but created %v", command, names)
		}
	}
}

func TestMigrate_OldDatabase_IsUpgradedAndReported(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	newest := strings.Join(database.Rows(t, "SELECT max(version_id) FROM goose_db_version"), "")
	mustSay(t, database, "", "The database is up to date (version "+newest+").", "migrate")
	database.DropTables(t)
	mustSay(t, database, "", "Pending migrations from version 0 to "+newest+":\n00001_", "migrate", "--dry-run")
	if columns := database.Columns(t); len(columns) != 0 {
		t.Fatalf("a dry run must not create anything, but created %v", columns)
	}
	mustSay(t, database, "", "migrated from version 0 to "+newest, "migrate")
	mustSay(t, database, "", "All rules hold", "check")
}

func TestSecrets_File_IsRead(t *testing.T) {
	file := filepath.Join(t.TempDir(), "address")
	t.Setenv("AXIOMA_DATABASE_URL_FILE", file)
	if _, _, err := axioma(t, "", "config"); err == nil || !strings.Contains(err.Error(), "AXIOMA_DATABASE_URL_FILE") {
		t.Errorf("config with a missing file ends with %v", err)
	}
	if err := os.WriteFile(file, []byte("postgres://ana:Secreta@host/axioma\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := axioma(t, "", "config")
	if err != nil || !strings.Contains(strings.Join(strings.Fields(out), " "), "postgres://ana:xxxxx@host/axioma file AXIOMA_DATABASE_URL") {
		t.Errorf("config ends with %v, and the settings are %s", err, out)
	}
	t.Setenv("AXIOMA_DATABASE_URL", "postgres://other/axioma")
	if _, _, err := axioma(t, "", "config"); err == nil || !strings.Contains(err.Error(), "both set") {
		t.Errorf("config with the value and the file set ends with %v; want an error and %q in it", err, "both set")
	}
}

func TestSecrets_OnTheCommandLine_AreWarnedAbout(t *testing.T) {
	const warning = "can read the"
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"config", "--database-url", "postgres://ana:Secreta@host/axioma"}, "--database-url in the process list: set the environment variable AXIOMA_DATABASE_URL, or name a file in AXIOMA_DATABASE_URL_FILE"},
		{[]string{"config", "--database-url", "postgres://host/axioma?sslpassword=Secreta"}, "AXIOMA_DATABASE_URL_FILE"},
		{[]string{"config", "--whatsapp-token", "Secreta"}, "AXIOMA_WHATSAPP_TOKEN_FILE"},
		{[]string{"move", "postgres://ana:Secreta@host/axioma", "--data", "/nowhere"}, "postgres://ana:xxxxx@host/axioma in the process list: leave it out, and set PGPASSWORD"},
		{[]string{"serve", "--log-format", "json", "--database-url", "postgres://ana:Secreta@host/axioma", "--backup-to", os.DevNull}, `"level":"WARN"`},
		{[]string{"config", "--database-url", "postgres://ana@host/axioma?sslmode=disable"}, ""},
		{[]string{"move", "data", "--data", "/nowhere"}, ""},
	} {
		_, complaints, err := axioma(t, "", c.args...)
		if done := c.args[0] == "config"; done != (err == nil) {
			t.Errorf("%v ends with %v", c.args, err)
		}
		if strings.Contains(complaints, warning) != (c.want != "") || !strings.Contains(complaints, c.want) || strings.Contains(complaints, "Secreta") {
			t.Errorf("%v says %q; want %q", c.args, complaints, c.want)
		}
	}
	t.Setenv("AXIOMA_DATABASE_URL", "postgres://ana:Secreta@host/axioma")
	t.Setenv("AXIOMA_WHATSAPP_TOKEN_FILE", filepath.Join(t.TempDir(), "token"))
	if err := os.WriteFile(os.Getenv("AXIOMA_WHATSAPP_TOKEN_FILE"), []byte("Secreta"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, complaints, err := axioma(t, "", "config"); err != nil || complaints != "" {
		t.Errorf("secrets given in another way cause %q, %v", complaints, err)
	}
}
