package main

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"
	"github.com/alecthomas/kong"

	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
	"axioma/internal/whatsapp"
	"axioma/internal/whatsapp/graphtest"
)

func runDoctor(t *testing.T, args ...string) (map[string][]doctor.Finding, error) {
	t.Helper()
	out, _, err := axioma(t, "", append([]string{"doctor", "--json"}, args...)...)
	var findings []doctor.Finding
	if err := json.Unmarshal([]byte(out), &findings); err != nil {
		t.Fatalf("reading the findings: %v; the doctor prints %s", err, out)
	}
	bySubject := map[string][]doctor.Finding{}
	for _, finding := range findings {
		bySubject[finding.Subject] = append(bySubject[finding.Subject], finding)
	}
	return bySubject, err
}

func TestDoctor_RunningAndStoppedServer_AreExamined(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	createBusiness(t, database, 1)
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	markEnrolled(t, database, "eva@axioma.test")
	server := serve(t, database.Flags()...)
	before := database.Dump(t)
	flags := append(database.Flags(), "--listen", strings.TrimPrefix(server.url, "http://"))
	findings, err := runDoctor(t, flags...)
	if err != nil || findings["server"][0].State != doctor.OK {
		t.Errorf("while the server runs the doctor finds %v, %+v; want the server in state OK", err, findings)
	}
	if !slices.Equal(before, database.Dump(t)) {
		t.Error("the doctor has changed the data")
	}
	if err := server.end(); err != nil {
		t.Fatal(err)
	}
	findings, err = runDoctor(t, flags...)
	if err == nil || findings["server"][0].State != doctor.Fault || findings["database"][0].State != doctor.OK || findings["accounts"][0].State != doctor.OK {
		t.Errorf("after the server has ended the doctor finds %v, %+v; want an error, a fault of the server, and the rest OK", err, findings)
	}
}

func TestDoctor_RefusedSettings_AreReported(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	for subject, args := range map[string][]string{
		"settings": {"--session", "1s"},
		"accounts": {"--fixed-business", "barbaria"},
	} {
		findings, err := runDoctor(t, append(database.Flags(), args...)...)
		if err == nil || findings[subject][0].State != doctor.Fault || findings["database"][0].State != doctor.OK {
			t.Errorf("with %v the doctor finds %v, %+v; want an error, a fault, and the database OK", args, err, findings)
		}
	}
	findings, err := runDoctor(t, append(database.Flags(), "--whatsapp", "cluod")...)
	if got := findings["settings"][0].Detail; err == nil || !strings.Contains(got, `"cluod"`) || strings.Contains(got, "doctor:") {
		t.Errorf("with an unknown provider the doctor finds %v, %q; want an error, %q in it and no %q in it", err, got, `"cluod"`, "doctor:")
	}
	if out, _, err := axioma(t, "", "doctor", "--pubic-url", "https://example.com"); err == nil || out != "" {
		t.Errorf("with an unknown option the doctor prints %q, %v; want an error and no output", out, err)
	}
}

// The test has a real server behind a proxy, and a stand-in for WhatsApp.
func TestDoctor_CompleteInstallation_ReportsNoFault(t *testing.T) {
	t.Parallel()
	database, graph := storetest.New(t), graphtest.New("EAAJB", "v23.0")
	mustSay(t, database, "Otra-clave-7\n", "Operator created", "superadmin", "create", "--email", "eva@axioma.test")
	markEnrolled(t, database, "eva@axioma.test")
	provider := httptest.NewServer(graph)
	t.Cleanup(provider.Close)
	graph.Account = graphtest.Account{
		ID: "1029", NumberID: "106", Phone: "+34 600 11 12 22", App: "6708", Secret: "Secreta-1", SubscribedApps: []string{"6708"}, Webhook: "https://example.com/api/wa/webhook",
		Scopes:    []string{whatsapp.ScopeMessaging, whatsapp.ScopeManagement},
		Templates: graphtest.DocumentedTemplates(map[string]string{"code": "codigo", "qr": "qr", "qr-wallet": "qr_movil", "birthday": "cumple", "one-more": "una_mas"}),
	}
	key, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	settings := append(database.Flags(), "--public-url=https://example.com", "--trust-proxy", "--whatsapp=cloud", "--whatsapp-graph-url="+provider.URL,
		"--whatsapp-token=EAAJB", "--whatsapp-phone-number-id=106", "--whatsapp-number=+34600111222", "--whatsapp-app-id=6708", "--whatsapp-app-secret=Secreta-1", "--whatsapp-verify-token=palabra",
		"--whatsapp-code-template=codigo", "--whatsapp-qr-template=qr", "--whatsapp-qr-wallet-template=qr_movil", "--whatsapp-birthday-template=cumple", "--whatsapp-one-more-template=una_mas", "--backup-to="+t.TempDir(), "--backup-for="+key.Recipient().String())
	files := appleFiles(t)
	artwork := filepath.Join(t.TempDir(), "apple.svg")
	if err := os.WriteFile(artwork, []byte("<svg/>"), 0o600); err != nil {
		t.Fatal(err)
	}
	settings = append(settings, "--apple-certificate="+files.Certificate, "--apple-certificate-password="+files.Password, "--apple-intermediate="+files.Intermediate,
		"--apple-wallet-badge="+artwork)
	server := serve(t, settings...)
	var line commands
	parser, err := kong.New(&line, kong.Vars{"version": ""}, config.Connections(store.DefaultConnections, store.FewestConnections))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parser.Parse(append([]string{"doctor", "--listen", strings.TrimPrefix(server.url, "http://")}, settings...)); err != nil {
		t.Fatal(err)
	}
	mustSay(t, database, "", "complete and valid", "backup", line.Doctor.BackupTo)
	whole := line.Doctor.installation()
	whole.Network, whole.Timeout = behindProxy(t, server.url), time.Hour // making a pass may take long here
	for _, finding := range doctor.Examine(t.Context(), whole) {
		if finding.State != doctor.OK || strings.Contains(finding.Detail, "not set up") {
			t.Errorf("a complete installation must have no fault, but has %+v", finding)
		}
	}
}

// behindProxy puts a trusted HTTPS proxy at example.com before the server. Other calls are direct.
func behindProxy(t *testing.T, server string) doctor.Network {
	t.Helper()
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	proxy := httptest.NewTLSServer(httputil.NewSingleHostReverseProxy(address))
	t.Cleanup(proxy.Close)
	return doctor.Network{
		Roots: proxy.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs,
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			if address == "example.com:443" {
				address = proxy.Listener.Addr().String()
			}
			return new(net.Dialer).DialContext(ctx, network, address)
		},
	}
}

func TestDoctor_Faults_HaveAdviceAndChangeNothing(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "dta")
	out, _, err := axioma(t, "", "doctor", "--data", folder)
	if err == nil || !strings.Contains(out, "FAULT      database     no data in "+folder+"\n                        To do: ") {
		t.Errorf("the doctor prints\n%s%v", out, err)
	}
	if names := inFolder(t, filepath.Dir(folder)); len(names) != 0 {
		t.Errorf("the doctor must not create anything, but created %v", names)
	}
}

func TestDoctor_UnreadServiceSettings_AreReported(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "axioma.env")
	if got := unreadSettings(file, nil); got != "" {
		t.Errorf("a missing file of settings gives %q, want nothing", got)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if got := unreadSettings(file, []string{"HOME=/root"}); got != file {
		t.Errorf("a file of settings that was not read gives %q, want its path", got)
	}
	if got := unreadSettings(file, []string{"AXIOMA_DATA=/var/lib/axioma"}); got != "" {
		t.Errorf("a file of settings that was read gives %q, want nothing", got)
	}
}
