package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestCheckAccounts(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	i := newInstallation(database)
	findings := func() []Finding {
		st, err := store.OpenToInspect(t.Context(), database.Location())
		if err != nil {
			t.Fatal(err)
		}
		findings := newExamination(i).checkAccounts(t.Context(), st)
		if err := st.Close(); err != nil {
			t.Error(err)
		}
		return findings
	}
	expect(t, findings(), Attention, "no operator can sign in")
	st, err := database.OpenUnclosed(t)
	if err != nil {
		t.Fatal(err)
	}
	cases, err := service.New(st, service.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"ops@axioma.test", "eva@axioma.test"} {
		if _, err := cases.Users.CreateSuperadmin(t.Context(), access.NewUser{Email: email, Password: "Clave-1234"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, findings(), Attention, "no second factor yet: eva@axioma.test, ops@axioma.test")
	if err := database.Try(t, "UPDATE users SET totp_secret = 'A', totp_step = 1, totp_enrolled_at = 1 WHERE email = 'eva@axioma.test'"); err != nil {
		t.Fatal(err)
	}
	expect(t, findings(), Attention, "no second factor yet: ops@axioma.test")
	if err := database.Try(t, "UPDATE users SET disabled_at = 1 WHERE email = 'ops@axioma.test'"); err != nil {
		t.Fatal(err)
	}
	expect(t, findings(), OK, "all have a second factor")
	i.CheckData = func(context.Context, *service.Service) error { return errors.New("no such business") }
	expect(t, findings(), Fault, "does not start with these data: no such business")
}

func TestCheckStoredData_ReportsQueueAndBackup(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	if err := database.Try(t, "INSERT INTO notices (id, body, received_at, next_try_at) VALUES ('n', 'body', 1, 1)",
		"INSERT INTO settings (name, value) VALUES ('backup.last', '2026-01-01T03:00:00Z')"); err != nil {
		t.Fatal(err)
	}
	findings := newExamination(newInstallation(database)).checkStoredData(t.Context())
	for subject, state := range map[string]State{"accounts": Attention, "backup": Fault, "queue": OK, "notices": Attention} {
		var matching []Finding
		for _, finding := range findings {
			if finding.Subject == subject {
				matching = append(matching, finding)
			}
		}
		expect(t, matching, state, "")
	}
}

func TestCheckBackups_LastBackup(t *testing.T) {
	t.Parallel()
	full, empty := t.TempDir(), t.TempDir()
	hoursAgo := func(hours int) time.Time { return time.Now().Add(time.Duration(-hours) * time.Hour) }
	if err := os.WriteFile(filepath.Join(full, "axioma-"+time.Now().UTC().Format("20060102T150405Z")+".db"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		folder string
		last   time.Time
		since  time.Time
		state  State
		words  string
	}{
		{"", time.Time{}, hoursAgo(5), Attention, "no backup of these data is known"},
		{"", hoursAgo(3), hoursAgo(5), OK, "3 hours ago"},
		{full, hoursAgo(3), hoursAgo(5), OK, "3 hours ago"},
		{full, hoursAgo(37), hoursAgo(5), Attention, "37 hours ago"},
		{full, hoursAgo(8 * 24), hoursAgo(5), Fault, "8 days ago"},
		{full, time.Time{}, hoursAgo(5), Fault, "no backup of these data is known"},
		{empty, hoursAgo(3), hoursAgo(5), Attention, "is not in " + empty},
		{filepath.Join(empty, "disk"), hoursAgo(3), hoursAgo(5), Fault, "cannot be read"},
		{empty, time.Time{}, time.Now(), OK, "the first is made after three minutes"},
		{filepath.Join(empty, "disk"), time.Time{}, time.Time{}, Attention, "three minutes after it starts"},
	} {
		i := newInstallation(storetest.Database{})
		i.Settings.BackupTo = c.folder
		expect(t, newExamination(i).checkBackups(c.last, service.NightlyBackups{Since: c.since}), c.state, c.words)
	}
}

func TestCheckQueue_WaitingMessages_AreReported(t *testing.T) {
	t.Parallel()
	ago := func(d time.Duration) time.Time { return time.Now().Add(-d) }
	for _, c := range []struct {
		hold  loyalty.MessageHold
		since time.Duration
		state State
		words string
	}{
		{"", time.Minute, OK, "2 messages wait for their turn, the oldest for "},
		{"", time.Hour, Attention, "for their turn, the oldest for "},
		{loyalty.HeldBySetup, time.Minute, Fault, "WhatsApp rejects"},
		{loyalty.HeldByRestore, time.Minute, Attention, "since a restore"},
		{loyalty.HeldByQuiet, 8 * time.Hour, OK, "quiet hours"},
		{loyalty.HeldByMonthly, 5 * 24 * time.Hour, Attention, "the limit of messages a month, the oldest for 5 days"},
		{loyalty.HeldByDisabled, 5 * 24 * time.Hour, OK, "disabled the messages of the business"},
	} {
		expect(t, checkQueue([]store.WaitingMessages{
			{Kind: loyalty.MessageQR, HeldBy: c.hold, Count: 1, Oldest: ago(0)}, {Kind: loyalty.MessageOTP, HeldBy: c.hold, Count: 1, Oldest: ago(c.since)},
		}), c.state, c.words)
	}
	expect(t, checkQueue(nil), OK, "no messages are queued")
	expect(t, []Finding{checkNotices(store.WaitingNotices{})}, OK, "no notices")
	expect(t, []Finding{checkNotices(store.WaitingNotices{Count: 1, Oldest: ago(time.Minute)})}, OK, "1 notice of WhatsApp")
	expect(t, []Finding{checkNotices(store.WaitingNotices{Count: 2, Oldest: ago(time.Hour)})}, Attention, "2 notices of WhatsApp")
}

func TestHolds_EveryReason_HasAText(t *testing.T) {
	t.Parallel()
	knownHolds := map[loyalty.MessageHold]bool{}
	for _, hold := range holdRules() {
		knownHolds[hold.reason] = true
	}
	for _, hold := range []loyalty.MessageHold{
		"", loyalty.HeldByRate, loyalty.HeldByDaily, loyalty.HeldByMonthly, loyalty.HeldByQuiet, loyalty.HeldByDisabled,
		loyalty.HeldBySuspended, loyalty.HeldByProvider, loyalty.HeldBySetup, loyalty.HeldByRestore,
	} {
		if !knownHolds[hold] {
			t.Errorf("the hold %q has no text", hold)
		}
	}
}

func TestCheckMoves_InterruptedMove_IsReported(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	findings := func() []Finding {
		t.Helper()
		st, err := store.OpenToInspect(t.Context(), database.Location())
		if err != nil {
			t.Fatal(err)
		}
		defer func() {
			if err := st.Close(); err != nil {
				t.Error(err)
			}
		}()
		return checkMoves(t.Context(), st)
	}
	if results := findings(); len(results) > 0 {
		t.Errorf("without a move there are findings: %+v", results)
	}
	for _, c := range []struct {
		state string
		age   time.Duration
		want  State
		words string
	}{
		{"ARRIVING", time.Minute, OK, "business b is arriving from elsewhere"},
		{"ARRIVING", 3 * time.Hour, Attention, "business b is arriving from elsewhere"},
		{"PAUSED", time.Minute, OK, "business b is moving to elsewhere (PAUSED"},
		{"PAUSED", 90 * time.Minute, Attention, "business b is moving to elsewhere (PAUSED"},
	} {
		database.Corrupt(t, "DELETE FROM business_moves", fmt.Sprintf("INSERT INTO business_moves (business_id, state, place, status, changed_at) VALUES ('b', '%s', 'elsewhere', 'ACTIVE', %d)",
			c.state, time.Now().Add(-c.age).UnixMilli()))
		expect(t, findings(), c.want, c.words)
	}
	database.Corrupt(t, "UPDATE business_moves SET state = 'MOVED'")
	if results := findings(); len(results) > 0 {
		t.Errorf("for a business that has moved there are findings: %+v, want none", results)
	}
}
