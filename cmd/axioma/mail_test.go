package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"axioma/internal/mailing/smtptest"
	"axioma/internal/store/storetest"
)

func newMailServer(t *testing.T) (*smtptest.Server, []string) {
	t.Helper()
	server, err := smtptest.Start(smtptest.Options{NoTLS: true, NoAuth: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	return server, []string{"--mail-server", server.Address(), "--mail-from", "codigos@axioma.test"}
}

func TestServe_QueuedMails_AreSent(t *testing.T) {
	t.Parallel()
	office, settings := newMailServer(t)
	database := storetest.New(t)
	customer := createBusiness(t, database, 1)[0]
	now := time.Now().UnixMilli()
	database.Corrupt(t,
		"UPDATE customers SET email = 'ana@correo.test' WHERE id = '"+customer+"'",
		fmt.Sprintf(`INSERT INTO mails (business_id, id, customer_id, kind, address, sender, subject, text, created_at, expires_at, send_at)
			VALUES ('%s', 'mail1', '%s', 'CODE', 'ana@correo.test', 'Barbería', 'Tu código', '123456', %d, %d, %d)`,
			businessID, customer, now, now+600_000, now))
	server := start(t, database, settings...)
	for len(database.Rows(t, "SELECT id FROM mails")) > 0 {
		time.Sleep(20 * time.Millisecond)
	}
	if letters := office.Letters(); len(letters) != 1 || letters[0].To != "ana@correo.test" || !strings.Contains(letters[0].Content, "123456") {
		t.Errorf("the letters sent are %+v; want one, To ana@correo.test and %q in Content", letters, "123456")
	}
	server.kill()
}

func TestMailDoctor_To_SendsATestMail(t *testing.T) {
	t.Parallel()
	office, settings := newMailServer(t)
	out, _, err := axioma(t, "", append([]string{"mail", "doctor", "--to", "yo@correo.test"}, settings...)...)
	if err != nil || !strings.Contains(out, "accepts e-mails from codigos@axioma.test") || !strings.Contains(out, "accepted for yo@correo.test") {
		t.Errorf("mail doctor prints %s, %v; want %q in it and %q in it", out, err, "accepts e-mails from codigos@axioma.test", "accepted for yo@correo.test")
	}
	if letters := office.Letters(); len(letters) != 1 || letters[0].To != "yo@correo.test" {
		t.Errorf("the letters sent are %+v; want one and To yo@correo.test", letters)
	}
	office.Fail(smtptest.AtMail, smtptest.Fault{Code: 550})
	out, _, err = axioma(t, "", append([]string{"mail", "doctor", "--to", "yo@correo.test"}, settings...)...)
	if err == nil || !strings.Contains(out, "AXIOMA_MAIL_FROM") || len(office.Letters()) != 1 {
		t.Errorf("with a refused sender mail doctor prints %s, %v", out, err)
	}
}

func TestMailSettings_Invalid_AreRefused(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		args []string
		says string
	}{
		"a server without an address": {[]string{"--mail-server", "smtp.example.com:587"}, "--mail-from"},
		"an address without a server": {[]string{"--mail-from", "codigos@example.com"}, "--mail-server"},
		"a password without a server": {[]string{"--mail-password", "x"}, "--mail-server"},
		"no port":                     {[]string{"--mail-server", "smtp.example.com", "--mail-from", "a@example.com"}, "smtp.example.com:587"},
		"no host":                     {[]string{"--mail-server", ":587", "--mail-from", "a@example.com"}, "smtp.example.com:587"},
		"an invalid port":             {[]string{"--mail-server", "smtp.example.com:99999", "--mail-from", "a@example.com"}, "smtp.example.com:587"},
		"STARTTLS at 465":             {[]string{"--mail-server", "smtp.example.com:465", "--mail-from", "a@example.com"}, "--mail-tls implicit"},
		"a user without a password":   {[]string{"--mail-server", "smtp.example.com:587", "--mail-from", "a@example.com", "--mail-user", "a"}, "need each other"},
		"an unknown kind of TLS":      {[]string{"--mail-server", "smtp.example.com:587", "--mail-from", "a@example.com", "--mail-tls", "none"}, "starttls"},
		"a name with the address":     {[]string{"--mail-server", "smtp.example.com:587", "--mail-from", "Ana <a@example.com>"}, "--mail-from"},
		"an address in two lines":     {[]string{"--mail-server", "smtp.example.com:587", "--mail-from", "a@example.com\r\nBcc: b@example.com"}, "--mail-from"},
	} {
		if _, _, err := axioma(t, "", append([]string{"config"}, c.args...)...); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v; want an error and %q in it", name, err, c.says)
		}
	}
	if out, _, err := axioma(t, "", "config", "--mail-server", "smtp.example.com:465", "--mail-tls", "implicit", "--mail-from", "a@example.com", "--mail-user", "a", "--mail-password", "Secreta"); err != nil || strings.Contains(out, "Secreta") {
		t.Errorf("config with a working account: %v, %s", err, out)
	}
}

func TestMailDoctor_WithoutServer_NamesTheSettings(t *testing.T) {
	t.Parallel()
	if _, _, err := axioma(t, "", "mail", "doctor"); err == nil || !strings.Contains(err.Error(), "--mail-server") {
		t.Errorf("mail doctor without a server ends with %v, want an error that names --mail-server", err)
	}
}

func TestPortal_MailedCode_OpensASession(t *testing.T) {
	t.Parallel()
	office, settings := newMailServer(t)
	database := storetest.New(t)
	createBusiness(t, database, 1)
	database.Corrupt(t, "UPDATE customers SET email = 'ana@correo.test'")
	phone := database.Rows(t, "SELECT phone FROM customers")[0]
	server := start(t, database, settings...)
	defer server.kill()
	asks := fmt.Sprintf(`{"businessId":%q,"phone":%q,"way":"email"}`, businessID, phone)
	if status, body := post(t, server.url+"/api/auth/customer/request", asks); status != http.StatusOK {
		t.Fatalf("asking for a code returns %d: %s; want 200", status, body)
	}
	for len(office.Letters()) == 0 {
		time.Sleep(20 * time.Millisecond)
	}
	letter := office.Letters()[0]
	code := regexp.MustCompile(`(?m)^(\d{6}) es tu`).FindStringSubmatch(letter.Content)
	if letter.To != "ana@correo.test" || code == nil {
		t.Fatalf("the letter sent is %+v, want one to ana@correo.test with a code", letter)
	}
	enters := fmt.Sprintf(`{"businessId":%q,"phone":%q,"code":%q}`, businessID, phone, code[1])
	if status, body := post(t, server.url+"/api/auth/customer/verify", enters); status != http.StatusOK || !strings.Contains(body, "token") {
		t.Errorf("the code returns %d: %s; want 200 and %q in it", status, body, "token")
	}
}

func post(t *testing.T, address, body string) (status int, answer string) {
	t.Helper()
	response, err := http.Post(address, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(response.Body)
	if err := errors.Join(err, response.Body.Close()); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(content)
}
