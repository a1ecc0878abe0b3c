package main

import (
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"axioma/internal/config"
	"axioma/internal/loyalty"
	"axioma/internal/store/storetest"
)

func fetch(t *testing.T, url string) (int, string) {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := response.Body.Close(); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func TestServe_Lifecycle_AnnouncesAnswersAndStops(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	server := serve(t, database.Flags()...)
	for _, path := range []string{"/api/healthz", "/api/readyz"} {
		if status, body := fetch(t, server.url+path); status != http.StatusOK || !strings.Contains(body, `"ok":true`) {
			t.Errorf("%s returns %d %s; want 200 and %q in it", path, status, body, `"ok":true`)
		}
	}
	if status, body := fetch(t, server.url+"/api/nowhere"); status != http.StatusNotFound || !strings.Contains(body, "No existe") {
		t.Errorf("an unknown address returns %d %s; want 404 and %q in it", status, body, "No existe")
	}
	if status, _ := fetch(t, server.url+"/api/openapi.json"); status != http.StatusOK {
		t.Errorf("the contract returns %d, want 200", status)
	}
	if err := server.end(); err != nil {
		t.Errorf("the server stopped with %v", err)
	}
	if out, _, err := axioma(t, "", append([]string{"check"}, database.Flags()...)...); err != nil || !strings.HasSuffix(out, "\nAll rules hold.\n") {
		t.Errorf("check prints %q, %v; want %q at the end of it", out, err, "\nAll rules hold.\n")
	}
}

func TestServe_LimitsOff_IsWarnedAbout(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	server := serve(t, append(database.Flags(), "--rate-limits", "off")...)
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(server.log.String(), "REQUEST LIMITS ARE OFF") {
		t.Errorf("the log lacks REQUEST LIMITS ARE OFF: %s", server.log)
	}
}

func TestServe_Demo_IsCreatedOnceAndPassesCheck(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	var customers []string
	for range 2 {
		server := serve(t, append(database.Flags(), "--demo")...)
		status, body := fetch(t, server.url+"/api/public/businesses/demobarberia")
		if status != http.StatusOK || !strings.Contains(body, "Barbería Demo") {
			t.Errorf("the demo business returns %d %s; want 200 and %q in it", status, body, "Barbería Demo")
		}
		if err := server.end(); err != nil {
			t.Fatal(err)
		}
		customers = append(customers, strings.Join(database.Rows(t, "SELECT count(*) FROM customers"), ""))
	}
	if customers[0] != customers[1] || customers[0] == "0" {
		t.Errorf("there are %s customers after the first start and %s after the second", customers[0], customers[1])
	}
	if out, _, err := axioma(t, "", append([]string{"check"}, database.Flags()...)...); err != nil {
		t.Errorf("the demo breaks rules: %s", out)
	}
}

func TestSuperadminCreate_PasswordOnStandardInput_CreatesTheOperator(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	create := append([]string{"superadmin", "create", "--email", "Ops@Axioma.test"}, database.Flags()...)
	for in, complaint := range map[string]string{"": "no password was given", "\n": "no password was given", "corta\n": "8 to 128 characters"} {
		if _, _, err := axioma(t, in, create...); err == nil || !strings.Contains(err.Error(), complaint) {
			t.Errorf("with %q: %v, want %q", in, err, complaint)
		}
	}
	out, _, err := axioma(t, "Secreta-99\n", create...)
	if err != nil || !strings.Contains(out, "ops@axioma.test") || strings.Contains(out, "Secreta-99") {
		t.Fatalf("creating prints %q, %v; want %q in it and no %q in it", out, err, "ops@axioma.test", "Secreta-99")
	}
	if _, _, err := axioma(t, "Secreta-99\n", create...); err == nil {
		t.Error("the same address was created twice")
	}
	if users := database.Rows(t, "SELECT email FROM users"); len(users) != 1 {
		t.Errorf("want one account, but there are %v", users)
	}
	server := serve(t, database.Flags()...)
	for password, want := range map[string]int{"Secreta-99": http.StatusOK, "Demo-1234": http.StatusUnauthorized, "": http.StatusUnauthorized} {
		response, err := http.Post(server.url+"/api/auth/login", "application/json", strings.NewReader(`{"email":"ops@axioma.test","password":"`+password+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		if err := response.Body.Close(); err != nil || response.StatusCode != want {
			t.Errorf("the sign-in with %q returns %d, want %d", password, response.StatusCode, want)
		}
	}
}

func TestCheck_BrokenRows_AreNamedAndFail(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	customer := createBusiness(t, database, 1)[0]
	database.Corrupt(t, "UPDATE customers SET visits_count = 7")
	out, _, err := axioma(t, "", append([]string{"check"}, database.Flags()...)...)
	if err == nil || !strings.Contains(err.Error(), "1 rows") {
		t.Errorf("check ends with %v; want an error and %q in it", err, "1 rows")
	}
	if !strings.Contains(out, customer) || !strings.Contains(out, businessID) {
		t.Errorf("check does not name the row: %s", out)
	}
}

func TestConfig_Settings_HaveSourcesAndNoPasswords(t *testing.T) {
	t.Setenv("AXIOMA_SESSION", "3h")
	out, _, err := axioma(t, "", "config", "--listen", "127.0.0.1:9", "--database-url", "postgres://ana:Secreta@host/axioma")
	if err != nil {
		t.Fatal(err)
	}
	for setting, value := range map[string]string{
		"--listen": "127.0.0.1:9 flag AXIOMA_LISTEN", "--session": "3h0m0s environment AXIOMA_SESSION", "--rate-limits": "on default AXIOMA_RATE_LIMITS",
		"--data": "data default AXIOMA_DATA", "--database-url": "postgres://ana:xxxxx@host/axioma flag AXIOMA_DATABASE_URL",
		"--demo": "false default AXIOMA_DEMO", "--public-url": "(empty) default AXIOMA_PUBLIC_URL", "--trust-proxy": "false default AXIOMA_TRUST_PROXY",
		"--log-level": "info default AXIOMA_LOG_LEVEL", "--log-format": "text default AXIOMA_LOG_FORMAT", "--database-connections": "25 default AXIOMA_DATABASE_CONNECTIONS",
	} {
		if !strings.Contains(strings.Join(strings.Fields(out), " "), setting+" "+value+" ") {
			t.Errorf("%s is not shown as %q:\n%s", setting, value, out)
		}
	}
	if strings.Contains(out, "Secreta") {
		t.Errorf("the settings show a password:\n%s", out)
	}
}

func TestCheck_TooFewConnections_IsRefused(t *testing.T) {
	t.Parallel()
	help, _, err := axioma(t, "", "check", "--help")
	if err != nil || !strings.Contains(help, "8 or more") {
		t.Errorf("check --help ends with %v, and the help is %s, want %q in it", err, help, "8 or more")
	}
	_, _, err = axioma(t, "", "check", "--database-url", "postgres://unknown@127.0.0.1:1/none", "--database-connections", "7")
	if err == nil || !strings.Contains(err.Error(), "7 connections are too few: at least 8 are needed") {
		t.Errorf("check with seven connections ends with %v; want an error and %q in it", err, "7 connections are too few: at least 8 are needed")
	}
}

func TestConfig_DatabaseAddress_ShowsNoPassword(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"postgres://ana:Secreta@host/axioma", "postgres://host/axioma?user=ana&password=Secreta", "postgres://ana:Secreta%@host/axioma",
		"postgresql://host/axioma?sslpassword=Secreta", "postgres://ana:Sec#reta@host/axioma",
	} {
		out, _, err := axioma(t, "", "config", "--database-url", address)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(out, "reta") {
			t.Errorf("%s: the settings show a password:\n%s", address, out)
		}
	}
}

func TestDocuments_NamedSettings_Exist(t *testing.T) {
	t.Parallel()
	out, _, err := axioma(t, "", "config")
	if err != nil {
		t.Fatal(err)
	}
	settingName := regexp.MustCompile(`AXIOMA_[A-Z_]*[A-Z]`)
	count := 0
	pages, err := filepath.Glob("../../docs/operate/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(pages, "../../README.md", "../../CONTRIBUTING.md") {
		content, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, setting := range settingName.FindAllString(string(content), -1) {
			count++
			if !strings.Contains(out, strings.TrimSuffix(setting, "_FILE")+" ") {
				t.Errorf("%s names %s, which is not a setting", document, setting)
			}
		}
	}
	if count == 0 {
		t.Error("the documents name no setting")
	}
}

func TestSettings_Invalid_AreRefused(t *testing.T) {
	t.Parallel()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := listener.Close(); err != nil {
			t.Error(err)
		}
	})
	for name, args := range map[string][]string{
		"another database":                    {"check", "--database-url", "mysql://host/axioma"},
		"a session of a second":               {"serve", "--session", "1s"},
		"a public URL of a file":              {"serve", "--public-url", "file:///etc"},
		"an invalid value of the rate limits": {"serve", "--rate-limits", "perhaps"},
		"an unknown log level":                {"serve", "--log-level", "loud"},
		"an unknown log format":               {"serve", "--log-format", "xml"},
		"an unknown provider":                 {"serve", "--whatsapp", "pigeon"},
		"a number without plus":               {"serve", "--whatsapp-number", "600111222"},
		"an unknown flag":                     {"serve", "--colour"},
		"an unknown command":                  {"dance"},
		"an operator without an address":      {"superadmin", "create"},
		"an address in use":                   {"serve", "--listen", listener.Addr().String(), "--data", t.TempDir()},
	} {
		if _, _, err := axioma(t, "", args...); err == nil {
			t.Errorf("%s must be refused", name)
		}
	}
}

func addTemplates(settings map[string]string) {
	for _, kind := range loyalty.MessageKinds() {
		if template, ok := kind.Template(); ok && !template.Optional {
			settings[template.Setting+"-template"] = template.Setting + "_1"
		}
	}
}

func TestWhatsAppSettings_MessageTemplates_HaveASettingEach(t *testing.T) {
	t.Parallel()
	settings := map[string]string{}
	addTemplates(settings)
	for _, kind := range loyalty.MessageKinds() {
		if richer, ok := kind.RicherTemplate(); ok {
			settings[richer.Setting+"-template"] = richer.Setting + "_1"
		}
		if template, ok := kind.Template(); ok && template.Optional {
			settings[template.Setting+"-template"] = template.Setting + "_1"
		}
	}
	names := config.WhatsApp{}.Templates()
	for setting := range settings {
		if _, ok := names[strings.TrimSuffix(setting, "-template")]; !ok {
			t.Errorf("no name of a template comes from --whatsapp-%s", setting)
		}
	}
	if len(names) != len(settings) {
		t.Errorf("the settings name the templates %v, but messages use %v", names, settings)
	}
}

func TestWhatsAppSettings_IncompleteCloud_NamesWhatIsMissing(t *testing.T) {
	t.Parallel()
	whole := map[string]string{
		"token": "Secreto-1", "phone-number-id": "1065", "number": "+34600111222", "app-secret": "Secreto-2", "verify-token": "Secreto-3",
	}
	addTemplates(whole)
	command := func(remaining map[string]string) []string {
		args := []string{"config", "--whatsapp", "cloud"}
		for name, value := range remaining {
			args = append(args, "--whatsapp-"+name, value)
		}
		return args
	}
	for name := range whole {
		remaining := maps.Clone(whole)
		delete(remaining, name)
		if _, _, err := axioma(t, "", command(remaining)...); err == nil || !strings.Contains(err.Error(), "--whatsapp-"+name) {
			t.Errorf("without %s: %v; want an error that names the setting", name, err)
		}
	}
	for name, value := range map[string]string{"number": "600111222", "graph-url": "graph.facebook.com", "graph-version": "", "language": ""} {
		wrong := maps.Clone(whole)
		wrong[name] = value
		if _, _, err := axioma(t, "", command(wrong)...); err == nil || !strings.Contains(err.Error(), "--whatsapp-"+name) {
			t.Errorf("with %s %q: %v; want an error and %q in it", name, value, err, "--whatsapp-"+name)
		}
	}
	out, _, err := axioma(t, "", command(whole)...)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(out, "Secreto") || strings.Count(out, "(set)") != 3 {
		t.Errorf("the settings show secrets:\n%s", out)
	}
}

func TestOpenAPI_Command_PrintsTheContract(t *testing.T) {
	t.Parallel()
	out, _, err := axioma(t, "", "openapi")
	if err != nil || !strings.Contains(out, `"/customers/{id}/progress"`) || !strings.Contains(out, `"openapi":"3.1`) {
		t.Errorf("axioma openapi prints %.200s, %v; want %q in it and %q in it", out, err, `"/customers/{id}/progress"`, `"openapi":"3.1`)
	}
}
