package main

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"axioma/internal/config"
	"axioma/internal/store/storetest"
)

func encodedKey(letter string) string {
	return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(letter, 32)))
}

func writeScript(t *testing.T, script string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	return "/bin/sh " + path
}

func TestServe_SigningKeyOutside_SignsAndIsNotStored(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	command := writeScript(t, "echo "+encodedKey("1"))
	server := serve(t, append(database.Flags(), "--signing-key-command", command)...)
	token, keyID := signInToken(t, server.url)
	mustAnswerSession(t, "a token of the key outside", server.url, token, 200)
	for _, row := range database.Rows(t, "SELECT value FROM settings") {
		if strings.Contains(row, encodedKey("1")) {
			t.Error("the key must not be in the database")
		}
	}
	mustSay(t, database, "", keyID+"  outside ", "keys", "list")
	mustFail(t, database, "", "the signing key is outside the database", "keys", "rotate")
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	if err := serveOnce(t, database); err == nil || !strings.Contains(err.Error(), "axioma keys rotate --in-database") {
		t.Errorf("a start without the key must name the command: %v", err)
	}
	mustSay(t, database, "", "New key: ", "keys", "rotate", "--in-database")
	if err := serveOnce(t, database); err != nil {
		t.Errorf("after rotating back to a database key: %v", err)
	}
	again := serve(t, append(database.Flags(), "--signing-key", encodedKey("1"))...)
	mustAnswerSession(t, "the former token, with the key as a setting", again.url, token, 200)
}

func TestServe_SigningKeyCommandFails_SaysWhy(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	for script, want := range map[string]string{
		"echo access denied >&2; exit 3": "exit status 3\naccess denied",
		"echo secret-but-no-key":         "the output of --signing-key-command is refused: key 1 is not base64",
		"true":                           "there is no key",
	} {
		err := serveOnce(t, database, "--signing-key-command", writeScript(t, script))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret-but-no-key") {
			t.Errorf("%s: %v, want %q", script, err, want)
		}
	}
	if err := serveOnce(t, database, "--signing-key-command", "/no/such/program"); err == nil || !strings.Contains(err.Error(), "running /no/such/program") {
		t.Errorf("a start with a missing program ends with %v", err)
	}
	findings, err := runDoctor(t, append(database.Flags(), "--signing-key-command", writeScript(t, "exit 4"))...)
	if got := findings["settings"][0].Detail; err == nil || !strings.Contains(got, "exit status 4") {
		t.Errorf("the doctor finds %q, %v; want an error and %q in it", got, err, "exit status 4")
	}
}

func TestRunKeyCommand_HangingCommand_IsEnded(t *testing.T) {
	t.Parallel()
	_, err := runKeyCommand(t.Context(), writeScript(t, "exec sleep 600"), 50*time.Millisecond)
	if err == nil || !strings.Contains(err.Error(), "did not end within 50ms") {
		t.Errorf("a command without an end: %v; want a timeout after 50 ms", err)
	}
}

func TestRunKeyCommand_Environment_HasNoSettings(t *testing.T) {
	t.Setenv("AXIOMA_MAIL_PASSWORD", "secret")
	t.Setenv("KMS_REGION", "eu-south-2")
	out, err := runKeyCommand(t.Context(), writeScript(t, "env"), time.Minute)
	if err != nil || strings.Contains(out, "AXIOMA_") || !strings.Contains(out, "KMS_REGION=eu-south-2") {
		t.Errorf("the command sees the environment %q, %v; want no %q in it and %q in it", out, err, "AXIOMA_", "KMS_REGION=eu-south-2")
	}
}

func TestServe_SigningKeyFile_IsRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte(encodedKey("1")+"\n"+encodedKey("2")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AXIOMA_SIGNING_KEY_FILE", path)
	var line commands
	parser, err := newParser(&line)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse([]string{"serve"}); err != nil {
		t.Fatal(err)
	}
	keys, err := line.Serve.signingKeys(t.Context())
	if err != nil || len(keys) != 2 || string(keys[1]) != strings.Repeat("2", 32) {
		t.Errorf("the command gives %d keys, %v; want 2", len(keys), err)
	}
	if _, err := config.ParseSigningKeys(line.Serve.SigningKeys.Keys); err != nil {
		t.Error(err)
	}
}
