package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

const operatorEmail = "operadora@axioma.test"

func TestCopiedFolder_HoldsMessagesUntilTheyAreReleased(t *testing.T) {
	t.Parallel()
	original, duplicate := storetest.NewFile(t), storetest.Database{Folder: t.TempDir()}
	createBusiness(t, original, 0)
	addOperator(t, original)
	graph, graphOfCopy := newGraph(), newGraph()
	provider, providerOfCopy := httptest.NewServer(graph), httptest.NewServer(graphOfCopy)
	defer provider.Close()
	defer providerOfCopy.Close()
	first := serve(t, slices.Concat(original.Flags(), cloudFlags(provider.URL))...)
	if err := first.end(); err != nil {
		t.Fatal(err)
	}
	queueReplies(t, original, 3)
	if err := os.CopyFS(duplicate.Folder, os.DirFS(original.Folder)); err != nil {
		t.Fatal(err)
	}

	onCopy := serve(t, slices.Concat(duplicate.Flags(), cloudFlags(providerOfCopy.URL))...)
	panel := readHeldMessages(t, onCopy.url)
	if panel.Held != 3 || !slices.Contains(panel.Changed, "DATABASE") {
		t.Errorf("the panel of the copy shows %+v; want Held 3 and DATABASE in Changed", panel)
	}
	if !strings.Contains(onCopy.log.String(), "axioma messages release") {
		t.Errorf("the log of the copy lacks the command that releases messages: %s", onCopy.log)
	}
	onOriginal := serve(t, slices.Concat(original.Flags(), cloudFlags(provider.URL))...)
	mustSendAll(t, original)
	if panel := readHeldMessages(t, onOriginal.url); panel.Held != 0 {
		t.Errorf("the panel of the original shows %+v, want no held messages", panel)
	}
	if got := len(graph.AcceptedMessages()); got != 3 {
		t.Errorf("the original sends %d messages, want 3", got)
	}
	if got := graphOfCopy.AcceptedMessages(); len(got) != 0 {
		t.Errorf("before the release the copy sends %v, want nothing", got)
	}
	mustSay(t, duplicate, "", "Messages released: 3", "messages", "release")
	mustSendAll(t, duplicate)
	if got := len(graphOfCopy.AcceptedMessages()); got != 3 {
		t.Errorf("after the release the copy sends %d messages, want 3", got)
	}
}

func addOperator(t *testing.T, database storetest.Database) {
	t.Helper()
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := service.New(st, service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = cases.Users.CreateSuperadmin(t.Context(), access.NewUser{Email: operatorEmail, Name: "Operadora", Password: password})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
}

type heldMessages struct {
	Held    int      `json:"held"`
	Changed []string `json:"changed"`
}

func readHeldMessages(t *testing.T, url string) (messages heldMessages) {
	t.Helper()
	ask(t, http.MethodGet, url+"/api/cp/wa/restored", enrolOperator(t, url, operatorEmail, password), "", &messages)
	return messages
}

func enrolOperator(t *testing.T, url, email, password string) string {
	t.Helper()
	var session struct{ Token, SecondFactor, Secret string }
	ask(t, http.MethodPost, url+"/api/auth/login", "", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password), &session)
	if session.SecondFactor != "ENROLMENT" {
		t.Errorf("an operator's first session needs %q, want ENROLMENT", session.SecondFactor)
	}
	ask(t, http.MethodPost, url+"/api/auth/second-factor/enrolment", session.Token, "", &session)
	code, err := totp.GenerateCode(strings.ReplaceAll(session.Secret, " ", ""), time.Now())
	if err != nil {
		t.Fatal(err)
	}
	ask(t, http.MethodPost, url+"/api/auth/second-factor/enrolment/confirm", session.Token, `{"code":"`+code+`"}`, &session)
	return session.Token
}

func ask(t *testing.T, method, url, token, body string, into any) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	status, response, err := do(request)
	if err != nil || status != http.StatusOK {
		t.Fatalf("%s %s returns %d %s, %v", method, url, status, response, err)
	}
	if err := json.Unmarshal(response, into); err != nil {
		t.Fatal(err)
	}
}

func mustSendAll(t *testing.T, database storetest.Database) {
	t.Helper()
	remaining := func() string {
		return database.Rows(t, "SELECT count(*) FROM messages WHERE status IN ('QUEUED', 'SENDING')")[0]
	}
	for deadline := time.Now().Add(patience); remaining() != "0"; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("%s messages still wait", remaining())
		}
	}
}

// The progress mark beside the backups is not part of the snapshot, so it is newer than the data.
func TestMachineSnapshot_RestoredData_HoldMessagesSentAfterSnapshot(t *testing.T) {
	t.Parallel()
	database, backups := storetest.NewFile(t), t.TempDir()
	createBusiness(t, database, 0)
	addOperator(t, database)
	graph := newGraph()
	provider := httptest.NewServer(graph)
	defer provider.Close()
	flags := slices.Concat(database.Flags(), cloudFlags(provider.URL), []string{"--backup-to", backups})
	if err := serve(t, flags...).end(); err != nil {
		t.Fatal(err)
	}
	queueReplies(t, database, 3)
	snapshot, err := os.ReadFile(store.FileIn(database.Folder))
	if err != nil {
		t.Fatal(err)
	}
	first := serve(t, flags...)
	mustSendAll(t, database)
	if err := first.end(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(store.FileIn(database.Folder), snapshot, 0o600); err != nil {
		t.Fatal(err)
	}
	again := serve(t, flags...)
	if panel := readHeldMessages(t, again.url); panel.Held != 3 || !slices.Equal(panel.Changed, []string{"PROGRESS"}) {
		t.Errorf("the panel shows %+v; want Held 3 and Changed only PROGRESS", panel)
	}
	if err := again.end(); err != nil {
		t.Fatal(err)
	}
	restartedServer := serve(t, flags...)
	if err := restartedServer.end(); err != nil {
		t.Fatal(err)
	}
	if heldCount := database.Rows(t, "SELECT count(*) FROM messages WHERE held_by = 'RESTORED'"); heldCount[0] != "3" {
		t.Errorf("after a restart %s messages are held, want 3", heldCount[0])
	}
	if got := len(graph.AcceptedMessages()); got != 3 {
		t.Errorf("%d messages were sent, want 3", got)
	}
}
