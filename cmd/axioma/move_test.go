package main

import (
	"path/filepath"
	"strings"
	"testing"

	"axioma/internal/doctor"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestMove_OldDatabase_RefusesAndNamesTheNewOne(t *testing.T) {
	t.Parallel()
	source, target := storetest.New(t), newTarget(t)
	createBusiness(t, source, 1)
	mustSay(t, source, "", "Start the server on the new database: "+target.Location().DisplayName(), "move", name(target))
	if err := serveOnce(t, source); err == nil || !strings.Contains(err.Error(), target.Location().DisplayName()) {
		t.Errorf("a server on the old database ends with %v, want an error that names the new database", err)
	}
	mustFail(t, source, "Otra-clave-7\n", target.Location().DisplayName(), "superadmin", "create", "--email", "eva@axioma.test")
	examination, err := runDoctor(t, source.Flags()...)
	if err == nil || !strings.Contains(joinFindings(examination["accounts"]), target.Location().DisplayName()) {
		t.Errorf("the doctor finds %+v, %v; want an error that names the new database", examination["accounts"], err)
	}
	if err := serveOnce(t, target); err != nil {
		t.Errorf("a server on the new database ends with %v", err)
	}
	for _, flags := range [][]string{{"--serve-moved"}, nil} {
		if err := serveOnce(t, source, flags...); err != nil {
			t.Errorf("with %v a server on the old database ends with %v", flags, err)
		}
	}
}

func TestMove_OldDatabaseThatIsMovedAgain_LeavesNoMarkInTheNewOne(t *testing.T) {
	t.Parallel()
	source, first, second := storetest.NewFile(t), newTarget(t), newTarget(t)
	createBusiness(t, source, 1)
	mustSay(t, source, "", "Copied", "move", name(first))
	mustSay(t, source, "", "Copied", "move", name(second))
	if err := serveOnce(t, second); err != nil {
		t.Errorf("a server on the second database ends with %v", err)
	}
}

func TestRestore_ReplacedData_NameTheNewFolder(t *testing.T) {
	t.Parallel()
	database, folder := storetest.NewFile(t), t.TempDir()
	createBusiness(t, database, 1)
	mustSay(t, database, "", "complete", "backup", folder)
	mustSay(t, database, "", "Restored", "restore", "--replace", backupIn(t, folder))
	replacedFolders, err := filepath.Glob(filepath.Join(database.Folder, "replaced-*"))
	if err != nil || len(replacedFolders) != 1 {
		t.Fatalf("the replaced databases are %q, %v; want one", replacedFolders, err)
	}
	former := storetest.Database{Folder: replacedFolders[0]}
	if err := serveOnce(t, former); err == nil || !strings.Contains(err.Error(), store.FileIn(database.Folder)) {
		t.Errorf("a server on the replaced database ends with %v, want an error that names the database file", err)
	}
	if err := serveOnce(t, database); err != nil {
		t.Errorf("a server on the restored database ends with %v", err)
	}
	mustSay(t, database, "", "Restored", "restore", "--replace", store.FileIn(replacedFolders[0]))
	if err := serveOnce(t, database); err != nil {
		t.Errorf("a server on the database that was moved back ends with %v", err)
	}
}

func joinFindings(findings []doctor.Finding) string {
	var words strings.Builder
	for _, finding := range findings {
		words.WriteString(finding.Detail + "\n")
	}
	return words.String()
}
