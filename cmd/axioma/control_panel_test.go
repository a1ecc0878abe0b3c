package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"

	"axioma/internal/store/storetest"
)

func TestBackupByTheControlPanel_RealServer_MakesOne(t *testing.T) {
	t.Parallel()
	database, folder := storetest.New(t), filepath.Join(t.TempDir(), "backups")
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	server := start(t, database, "--backup-to", folder)
	token := enrolOperator(t, server.url, "eva@axioma.test", "Otra-clave-7")
	ask := func(method string) (last struct {
		At              *string
		Running, Failed bool
	}) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), method, server.url+"/api/cp/backup", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != http.StatusOK || json.Unmarshal(text, &last) != nil {
			t.Fatalf("%s returns %s %s, %v", method, response.Status, text, err)
		}
		return last
	}
	if last := ask(http.MethodPost); !last.Running && last.At == nil {
		t.Errorf("after the start the backup has the state %+v, want a running or finished backup", last)
	}
	for last := ask(http.MethodGet); last.At == nil; last = ask(http.MethodGet) {
		if last.Failed {
			t.Fatal("no backup was made")
		}
	}
	backupIn(t, folder)
}

func TestReleases_FeedWithANewerOne_IsKnown(t *testing.T) {
	t.Parallel()
	answer := `{"tag_name":"v1.3.0","html_url":"https://forge.example/releases/v1.3.0"}`
	feed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if agent := r.Header.Get("User-Agent"); agent != "axioma" {
			t.Errorf("the request has the User-Agent %q, want axioma", agent)
		}
		if _, err := io.WriteString(w, answer); err != nil {
			t.Error(err)
		}
	}))
	t.Cleanup(feed.Close)
	feedReleases := newReleases(feed.URL)
	feedReleases.state.Version = "1.2.9"
	if err := feedReleases.fetch(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state := feedReleases.State(); !state.Newer || state.Newest != "1.3.0" || state.Address == "" {
		t.Errorf("the known release is %+v; want Newer true, Newest 1.3.0 and some Address", state)
	}
	answer = `{"message":"moved"}`
	if err := feedReleases.fetch(t.Context()); err == nil {
		t.Error("an invalid release is accepted")
	}
	none := newReleases("")
	none.Run(t.Context(), slog.New(slog.DiscardHandler))
	if none.State().Asks {
		t.Error("without a feed there must be no requests for releases")
	}
}

func TestIsNewer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		one, other string
		want       bool
	}{
		{"v1.10.0", "1.9.9", true}, {"1.2.3", "v1.2.3", false}, {"1.2.3", "1.3.0", false}, {"v2.0.0", "1.9.9", true},
		{"v1.2.4", "(devel)", false}, {"latest", "1.2.3", false}, {"1.2", "1.1.0", false},
	} {
		if got := isNewer(c.one, c.other); got != c.want {
			t.Errorf("isNewer(%s, %s) = %t; want %t", c.one, c.other, got, c.want)
		}
	}
}
