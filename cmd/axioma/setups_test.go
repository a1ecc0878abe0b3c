package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"axioma/internal/config"
)

func readPackaged(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../packaging", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

func resolvedSettings(t *testing.T, variables []string) config.Server {
	t.Helper()
	for _, variable := range variables {
		name, value, isSet := strings.Cut(variable, "=")
		if !isSet {
			t.Fatalf("the line %q sets no variable", variable)
		}
		t.Setenv(name, value)
	}
	var line commands
	parser, err := newParser(&line)
	if err != nil {
		t.Fatal(err)
	}
	command, err := parser.Parse([]string{"serve"})
	if err != nil {
		t.Fatalf("with %q: %v", variables, err)
	}
	if unknown := line.warnings(command); slices.ContainsFunc(unknown, func(warning string) bool { return strings.Contains(warning, "not a setting") }) {
		t.Errorf("the variables %q must all be settings: %q", variables, unknown)
	}
	return line.Serve.Server
}

func unitSettings(t *testing.T) (variables []string) {
	t.Helper()
	for _, match := range regexp.MustCompile(`(?m)^Environment=(\S+)$`).FindAllStringSubmatch(readPackaged(t, "axioma.service"), -1) {
		variables = append(variables, match[1])
	}
	return variables
}

func TestUnit_Settings_HaveANightlyBackupInAFolderOfTheService(t *testing.T) {
	unit := readPackaged(t, "axioma.service")
	serves := resolvedSettings(t, unitSettings(t))
	folders := regexp.MustCompile(`(?m)^StateDirectory=(.*)$`).FindStringSubmatch(unit)
	for _, folder := range []string{serves.Data, serves.BackupTo} {
		name, isOfState := strings.CutPrefix(folder, "/var/lib/")
		if folders == nil || !isOfState || !slices.Contains(strings.Fields(folders[1]), name) {
			t.Errorf("%q is not a StateDirectory of %q", folder, folders)
		}
	}
	if serves.Data == serves.BackupTo {
		t.Error("backups must not be stored in the folder of the data")
	}
}

func TestEnvironmentFile_ExampleLines_AreAcceptedByAServer(t *testing.T) {
	variables := unitSettings(t)
	for _, line := range regexp.MustCompile(`(?m)^#?(AXIOMA_[A-Z_]+=\S+)$`).FindAllStringSubmatch(readPackaged(t, "axioma.env"), -1) {
		switch name, _, _ := strings.Cut(line[1], "="); name {
		case "AXIOMA_WHATSAPP":
		case "AXIOMA_BACKUP_FOR":
			variables = append(variables, name+"=age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p")
		default:
			variables = append(variables, line[1])
		}
	}
	if serves := resolvedSettings(t, variables); serves.PublicURL == "" || serves.DatabaseURL == "" || !serves.TrustProxy || len(variables) < 9 {
		t.Errorf("the examples give the settings %+v, want every setting of a server", serves)
	}
}

func TestImageAndContainers_Settings_HaveANightlyBackupInAVolume(t *testing.T) {
	image := readPackaged(t, "Dockerfile")
	environment := regexp.MustCompile(`(?m)^ENV (.*)$`).FindStringSubmatch(image)
	if serves := resolvedSettings(t, strings.Fields(environment[1])); serves.BackupTo != "/backups" || !strings.Contains(image, `VOLUME ["/data", "/backups"]`) {
		t.Errorf("the image stores its backups in %q", serves.BackupTo)
	}
	files, err := filepath.Glob("../../packaging/compose/*.yml")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		name := filepath.Join("compose", filepath.Base(path))
		text := readPackaged(t, name)
		if !strings.Contains(text, "name: axioma\n") {
			continue
		}
		for _, want := range []string{"AXIOMA_BACKUP_TO: /backups\n", `"${BACKUPS:-backups}:/backups"`, "\n  backups:\n", "axioma restore /backups", "BACKUPS=/mnt/disk/axioma"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s lacks %q", name, want)
			}
		}
	}
}

func TestRestore_Folder_TakesTheNewestBackup(t *testing.T) {
	t.Parallel()
	database, folder := newTarget(t), t.TempDir()
	if database.URL != "" {
		return
	}
	for _, name := range []string{"axioma-20260101T030000Z.db", "axioma-20260102T030000Z.db", "notes.db"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("no copy"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	mustFail(t, database, "", "cannot restore "+filepath.Join(folder, "axioma-20260102T030000Z.db"), "restore", folder)
	mustFail(t, database, "", "no backup in", "restore", t.TempDir())
}
