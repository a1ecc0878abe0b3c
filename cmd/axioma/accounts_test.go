package main

import (
	"context"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"axioma/internal/store/storetest"
)

func withDatabase(database storetest.Database, args ...string) []string {
	return slices.Concat(args, database.Flags())
}

func mustSay(t *testing.T, database storetest.Database, in, want string, args ...string) string {
	t.Helper()
	out, complaints, err := axioma(t, in, withDatabase(database, args...)...)
	if err != nil || !strings.Contains(out, want) {
		t.Fatalf("%v prints %q, %v; want %q. %s", args, out, err, want, complaints)
	}
	return out
}

type cancelOnWrite struct{ end context.CancelFunc }

func (e cancelOnWrite) Write(text []byte) (int, error) {
	e.end()
	return len(text), nil
}

func serveOnce(t *testing.T, database storetest.Database, args ...string) error {
	t.Helper()
	ctx, end := context.WithCancel(t.Context())
	defer end()
	args = withDatabase(database, append([]string{"serve", "--listen", "127.0.0.1:0", "--log-level", "error"}, args...)...)
	return run(ctx, args, strings.NewReader(""), cancelOnWrite{end}, t.Output())
}

func TestServe_DemoAccounts_AreRefusedWithoutDemo(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	mustSay(t, database, "Demo-1234\n", "superadmin@demo.test", "superadmin", "create", "--email", "superadmin@demo.test")
	mustSay(t, database, "Otra-clave-7\n", "owner@demo.test", "superadmin", "create", "--email", "owner@demo.test")
	err := serveOnce(t, database)
	if err == nil || !strings.Contains(err.Error(), "superadmin@demo.test") || !strings.Contains(err.Error(), "axioma demo disable") {
		t.Fatalf("the server says %v; want an error, %q in it and %q in it", err, "superadmin@demo.test", "axioma demo disable")
	}
	if strings.Contains(err.Error(), "owner@demo.test") {
		t.Errorf("the error names an account that has a password of its own: %v", err)
	}
	mustSay(t, database, "", "disabled: superadmin@demo.test\n", "demo", "disable")
	if err := serveOnce(t, database); err != nil {
		t.Errorf("without the demo account the server ends with %v", err)
	}
	mustSay(t, database, "", "superadmin@demo.test\tdisabled", "superadmin", "list")
}

func markEnrolled(t *testing.T, database storetest.Database, email string) {
	t.Helper()
	if err := database.Try(t, "UPDATE users SET totp_secret = 'A', totp_step = 1, totp_enrolled_at = 1 WHERE email = '"+email+"'"); err != nil {
		t.Fatal(err)
	}
}

func signInStatus(t *testing.T, url, email, password string) int {
	t.Helper()
	response, err := http.Post(url+"/api/auth/login", "application/json",
		strings.NewReader(fmt.Sprintf(`{"email":%q,"password":%q}`, email, password)))
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

func TestSuperadmin_Commands_ManageOperators(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	mustSay(t, database, "Otra-clave-7\n", "eva@axioma.test", "superadmin", "create", "--email", "eva@axioma.test")
	server := serve(t, database.Flags()...)
	if got := signInStatus(t, server.url, "eva@axioma.test", "Otra-clave-7"); got != http.StatusOK {
		t.Fatalf("the sign-in returns %d, want 200", got)
	}
	if _, _, err := axioma(t, "", withDatabase(database, "superadmin", "disable", "--email", "eva@axioma.test")...); err == nil || !strings.Contains(err.Error(), "--last") {
		t.Errorf("disabling the last operator must name --last: %v", err)
	}
	mustSay(t, database, "Otra-clave-8\n", "luz@axioma.test", "superadmin", "create", "--email", "luz@axioma.test")
	mustSay(t, database, "", "Operator disabled", "superadmin", "disable", "--email", "EVA@axioma.test")
	if got := signInStatus(t, server.url, "eva@axioma.test", "Otra-clave-7"); got != http.StatusUnauthorized {
		t.Errorf("the sign-in while disabled returns %d, want 401", got)
	}
	list := mustSay(t, database, "", "luz@axioma.test\tmay sign in", "superadmin", "list")
	if !strings.Contains(list, "eva@axioma.test\tdisabled since 2") || strings.Contains(list, ownerEmail) {
		t.Errorf("the list is %q; want %q in it and no %q in it", list, "eva@axioma.test\tdisabled since 2", ownerEmail)
	}
	mustSay(t, database, "", "Operator enabled", "superadmin", "enable", "--email", "eva@axioma.test")
	mustFail(t, database, "", "the account has no second factor", "superadmin", "reset-2fa", "--email", "eva@axioma.test")
	markEnrolled(t, database, "eva@axioma.test")
	markEnrolled(t, database, ownerEmail)
	mustSay(t, database, "", "eva@axioma.test\tmay sign in\tsecond factor", "superadmin", "list")
	mustSay(t, database, "", "Second factor removed: eva@axioma.test", "superadmin", "reset-2fa", "--email", "eva@axioma.test")
	mustFail(t, database, "", "no account has this e-mail address", "superadmin", "reset-2fa", "--email", ownerEmail)
	mustSay(t, database, "", "Second factor removed: "+ownerEmail, "user", "reset-2fa", "--email", ownerEmail)
	out := mustSay(t, database, "", "Temporary password", "superadmin", "reset", "--email", "eva@axioma.test")
	match := regexp.MustCompile(`test: (\S+)`).FindStringSubmatch(out)
	if got := signInStatus(t, server.url, "eva@axioma.test", "Otra-clave-7"); got != http.StatusUnauthorized {
		t.Errorf("the sign-in with the former password returns %d, want 401", got)
	}
	if len(match) != 2 || signInStatus(t, server.url, "eva@axioma.test", match[1]) != http.StatusOK {
		t.Errorf("the sign-in with the new password %v fails", match)
	}
	if _, _, err := axioma(t, "", withDatabase(database, "superadmin", "reset", "--email", ownerEmail)...); err == nil {
		t.Error("an owner's password must not be reset as an operator's")
	}
	trail := database.Rows(t, "SELECT action FROM audit_events WHERE detail = 'eva@axioma.test' ORDER BY action")
	if want := []string{"user.disabled", "user.enabled", "user.password-reset", "user.second-factor-removed"}; !slices.Equal(trail, want) {
		t.Errorf("the trail has %v, want %v", trail, want)
	}
	mustSay(t, database, "", "Operator disabled", "superadmin", "disable", "--email", "luz@axioma.test")
	mustSay(t, database, "", "Operator disabled", "superadmin", "disable", "--last", "--email", "eva@axioma.test")
}

func TestAccountCommands_WithAMailServer_QueueANoticeForTheUser(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 0)
	mustSay(t, database, "Otra-clave-7\n", "eva@axioma.test", "superadmin", "create", "--email", "eva@axioma.test")
	server := []string{"--mail-server", "smtp.example.com:587"}
	for _, c := range []struct{ command, email, kind string }{
		{"user reset-password", ownerEmail, "PASSWORD_CHANGED"}, {"user reset-2fa", ownerEmail, "SECOND_FACTOR"},
		{"superadmin reset", "eva@axioma.test", "PASSWORD_CHANGED"}, {"superadmin reset-2fa", "eva@axioma.test", "SECOND_FACTOR"},
	} {
		args := append(strings.Fields(c.command), "--email", c.email)
		markEnrolled(t, database, c.email)
		mustSay(t, database, "", c.email, args...)
		if got := database.Rows(t, "SELECT kind FROM staff_mails"); len(got) > 0 {
			t.Fatalf("without a mail server %s queues %q, want nothing", c.command, got)
		}
		markEnrolled(t, database, c.email)
		mustSay(t, database, "", c.email, append(args, server...)...)
		if got := database.Rows(t, "SELECT kind, address FROM staff_mails"); len(got) != 1 || !strings.Contains(got[0], c.kind) || !strings.Contains(got[0], c.email) {
			t.Errorf("with a mail server %s queues %q, want one mail", c.command, got)
		}
		if err := database.Try(t, "DELETE FROM staff_mails"); err != nil {
			t.Fatal(err)
		}
	}
}

func TestServe_WithoutOperators_LogsHowToCreateOne(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	advice := "axioma superadmin create"
	server := serve(t, database.Flags()...)
	if err := server.end(); err != nil || !strings.Contains(server.log.String(), advice) {
		t.Errorf("a new installation logs %s, %v; want %q in it", server.log, err, advice)
	}
	mustSay(t, database, "Otra-clave-7\n", "eva@axioma.test", "superadmin", "create", "--email", "eva@axioma.test")
	server = serve(t, database.Flags()...)
	if err := server.end(); err != nil || strings.Contains(server.log.String(), advice) {
		t.Errorf("an installation with an operator logs %s, %v", server.log, err)
	}
}
