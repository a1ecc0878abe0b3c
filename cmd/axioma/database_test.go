package main

import (
	"path/filepath"
	"strings"
	"testing"

	"axioma/internal/doctor"
	"axioma/internal/store/storetest"
)

func TestCommands_FirstLine_NamesTheDatabase(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	want := "Database: " + database.Location().DisplayName() + "\n"
	for _, args := range [][]string{
		{"check"}, {"migrate"}, {"backup", filepath.Join(t.TempDir(), "one.db")}, {"messages", "hold"}, {"demo", "disable"},
		{"superadmin", "reset", "--email", "eva@axioma.test"}, {"user", "reset-password", "--email", "eva@axioma.test"},
		{"sessions", "end", "--all"}, {"doctor"}, {"restore", "/nowhere.db"}, {"move", t.TempDir()},
	} {
		if out, _, err := axioma(t, "", withDatabase(database, args...)...); !strings.HasPrefix(out, want) {
			t.Errorf("%v prints %q, want the beginning %q; it ends with %v", args, out, want, err)
		}
	}
	for _, args := range [][]string{{"superadmin", "list"}, {"phones", "duplicates"}, {"doctor", "--json"}} {
		out, complaints, err := axioma(t, "", withDatabase(storetest.New(t), args...)...)
		if strings.Contains(out, "Database:") || !strings.HasPrefix(complaints, "Database: ") {
			t.Errorf("%v must name the database in stderr only: stdout %q, stderr %q; it ends with %v", args, out, complaints, err)
		}
	}
}

func TestCommands_PasswordOfTheDatabase_IsNotPrinted(t *testing.T) {
	t.Parallel()
	out, complaints, err := axioma(t, "", "check", "--database-url", "postgres://ana:Secreta@127.0.0.1:1/none?sslmode=disable&connect_timeout=1")
	if err == nil || !strings.HasPrefix(out, "Database: PostgreSQL, database none at 127.0.0.1, port 1\n") {
		t.Errorf("the command prints %q and ends with %v; want an error and %q at the start of it", out, err, "Database: PostgreSQL, database none at 127.0.0.1, port 1\n")
	}
	if strings.Contains(out, "Secreta") || strings.Contains(strings.ReplaceAll(complaints, "--database-url", ""), "Secreta") {
		t.Errorf("the command prints the password: %s%s", out, complaints)
	}
}

func TestServe_Log_NamesTheDatabaseFirst(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	server := serve(t, append(database.Flags(), "--log-format", "json")...)
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(server.log.String(), "\n")
	if !strings.Contains(first, `"database":"`+database.Location().DisplayName()+`"`) {
		t.Errorf("the log begins with %s", first)
	}
}

func TestCommands_FolderBesideAnAddress_IsRefused(t *testing.T) {
	const address = "postgres://ana:Secreta@127.0.0.1:1/none"
	folder := t.TempDir()
	commands := [][]string{
		{"check"}, {"restore", "x.db"}, {"superadmin", "create", "--email", "eva@axioma.test"}, {"serve"}, {"backup", folder}, {"move", folder},
	}
	mustRefuse := func(args []string, want string) {
		t.Helper()
		out, _, err := axioma(t, "Otra-clave-7\n", append(args, "--data", folder)...)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "Secreta") {
			t.Errorf("%v prints %q and ends with %v; want an error, %q in it and no %q in it", args, out, err, want, "Secreta")
		}
	}
	for _, args := range commands {
		mustRefuse(append(args, "--database-url", address), "name two databases")
	}
	t.Setenv("AXIOMA_DATABASE_URL", address)
	for _, args := range commands {
		mustRefuse(args, "AXIOMA_DATABASE_URL names a PostgreSQL database")
	}
	if remaining := inFolder(t, folder); len(remaining) > 0 {
		t.Errorf("the folder has %q, want nothing", remaining)
	}
	if findings, err := runDoctor(t, "--data", folder); err == nil || !strings.Contains(findings["settings"][0].Detail, "AXIOMA_DATABASE_URL") || findings["settings"][0].State != doctor.Fault {
		t.Errorf("the doctor finds %+v, %v; want an error, %q in Found and State %v", findings["settings"], err, "AXIOMA_DATABASE_URL", doctor.Fault)
	}
	// Images set a folder, and may also get an address.
	t.Setenv("AXIOMA_DATA", folder)
	if out, _, err := axioma(t, "", "config"); err != nil {
		t.Errorf("config with both from the environment: %s%v", out, err)
	}
}

func TestCommands_MistypedVariable_IsNamedWithTheRightOne(t *testing.T) {
	database := storetest.New(t)
	t.Setenv("AXIOMA_BACKUPTO", "/mnt/disk")
	t.Setenv("AXIOMA_TRUST_PROXI", "true")
	t.Setenv("AXIOMA_ENTIRELY_ANOTHER_MATTER", "1")
	_, complaints, err := axioma(t, "", withDatabase(database, "check")...)
	if err != nil {
		t.Fatal(err)
	}
	server := serve(t, append(database.Flags(), "--log-format", "json")...)
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"AXIOMA_BACKUPTO is not a setting and is ignored: did you mean AXIOMA_BACKUP_TO?", "did you mean AXIOMA_TRUST_PROXY?",
		"AXIOMA_ENTIRELY_ANOTHER_MATTER is not a setting and is ignored",
	} {
		if !strings.Contains(complaints, want) || !strings.Contains(server.log.String(), want) {
			t.Errorf("%q must be in the output %q and in the log %s", want, complaints, server.log)
		}
	}
}
