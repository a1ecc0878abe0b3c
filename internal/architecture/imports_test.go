// Package architecture has only tests, which enforce the structure of the repository.
package architecture

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// allowedImports lists each package, from top to bottom, and our packages that it may import. A package that is not
// listed must not exist.
var allowedImports = map[string][]string{
	"cmd/axioma": {"internal/archive", "internal/backup", "internal/badge", "internal/certificates", "internal/config", "internal/demo", "internal/doctor", "internal/files", "internal/googlewallet", "internal/googlewallet/googletest", "internal/httpapi", "internal/importing", "internal/logs", "internal/loyalty", "internal/mailing", "internal/mailing/smtptest", "internal/metrics", "internal/openid", "internal/pushing", "internal/service", "internal/service/access", "internal/service/usecase", "internal/service/messaging", "internal/service/passes", "internal/service/restoring", "internal/store", "internal/store/copying", "internal/traces", "internal/wallet", "internal/wallet/wallettest", "internal/webui", "internal/whatsapp"},

	"internal/backup":       {"internal/files", "internal/loyalty", "internal/store", "internal/store/copying"},
	"internal/doctor":       {"internal/backup", "internal/badge", "internal/certificates", "internal/config", "internal/files", "internal/googlewallet", "internal/googlewallet/googletest", "internal/hosts", "internal/loyalty", "internal/mailing", "internal/mailing/smtptest", "internal/openid", "internal/openid/openidtest", "internal/queueing", "internal/service", "internal/service/access", "internal/store", "internal/wallet", "internal/wallet/wallettest", "internal/whatsapp"},
	"internal/demo":         {"internal/loyalty", "internal/service", "internal/service/access", "internal/service/usecase", "internal/store"},
	"internal/httpapi":      {"docs/manual", "internal/badge", "internal/googlewallet", "internal/googlewallet/googletest", "internal/help", "internal/hosts", "internal/importing", "internal/logo", "internal/logs", "internal/loyalty", "internal/photo", "internal/poster", "internal/pushing", "internal/qr", "internal/service", "internal/service/access", "internal/service/usecase", "internal/service/messaging", "internal/service/passes", "internal/traces", "internal/typefaces", "internal/wallet", "internal/wallet/wallettest", "internal/webui"},
	"internal/metrics":      {"internal/store"},
	"internal/googlewallet": {"internal/googlewallet/googletest", "internal/loyalty", "internal/qr", "internal/queueing", "internal/service/passes", "internal/wallet"},
	"internal/pushing":      {"internal/logs", "internal/loyalty", "internal/queueing", "internal/service/passes", "internal/wallet", "internal/wallet/wallettest", "internal/worker"},
	"internal/mailing":      {"internal/hosts", "internal/logs", "internal/loyalty", "internal/mailing/smtptest", "internal/qr", "internal/queueing", "internal/service", "internal/service/usecase", "internal/traces", "internal/worker"},
	"internal/whatsapp":     {"internal/logs", "internal/loyalty", "internal/qr", "internal/queueing", "internal/service/usecase", "internal/service/messaging", "internal/traces", "internal/worker"},

	// Use cases by area. Those of the counter build on access and messaging.
	"internal/service":           {"internal/archive", "internal/importing", "internal/logo", "internal/logs", "internal/loyalty", "internal/openid", "internal/photo", "internal/queueing", "internal/service/access", "internal/service/usecase", "internal/service/messaging", "internal/service/passes", "internal/service/restoring", "internal/store"},
	"internal/service/access":    {"internal/logs", "internal/loyalty", "internal/openid", "internal/openid/openidtest", "internal/queueing", "internal/service/usecase", "internal/service/messaging", "internal/store"},
	"internal/service/messaging": {"internal/loyalty", "internal/queueing", "internal/service/usecase", "internal/store"},
	"internal/service/passes":    {"internal/logs", "internal/loyalty", "internal/queueing", "internal/service/usecase", "internal/store"},
	"internal/service/restoring": {"internal/archive", "internal/logo", "internal/loyalty", "internal/photo", "internal/service/usecase", "internal/store"},
	"internal/service/usecase":   {"internal/logs", "internal/loyalty", "internal/store", "internal/traces"},

	"internal/worker":        {"internal/logs", "internal/queueing"},
	"internal/store":         {"internal/database", "internal/files", "internal/loyalty", "internal/queueing", "internal/traces"},
	"internal/store/copying": {"internal/database", "internal/files", "internal/store"},
	// Only the store may import the engine, so no SQL runs outside of the store.
	"internal/database": {"internal/files"},
	"internal/queueing": {"internal/loyalty"},
	"internal/loyalty":  {},

	"internal/importing":    {"internal/loyalty"},
	"internal/archive":      {"internal/loyalty"},
	"internal/webui":        {},
	"internal/certificates": {},
	"internal/files":        {},
	"internal/logs":         {"internal/traces"},
	"internal/traces":       {},
	"internal/config":       {"internal/hosts"},
	"internal/poster":       {"internal/typefaces"},
	"internal/typefaces":    {},
	"internal/wallet":       {"internal/loyalty", "internal/typefaces"},
	"internal/qr":           {},
	"internal/badge":        {},
	"internal/logo":         {"internal/loyalty"},
	"internal/photo":        {"internal/loyalty"},
	"internal/openid":       {"internal/openid/openidtest"},
	"internal/help":         {},
	"internal/hosts":        {},
	"docs/manual":           {},

	"internal/service/servicetest":     {"internal/importing", "internal/loyalty", "internal/openid", "internal/service", "internal/service/access", "internal/service/usecase", "internal/service/messaging", "internal/service/passes", "internal/store", "internal/store/storetest"},
	"internal/store/baseline":          {},
	"internal/store/seed":              {"internal/loyalty"},
	"internal/store/storetest":         {"internal/store"},
	"internal/traces/tracestest":       {},
	"internal/wallet/wallettest":       {"internal/wallet"},
	"internal/mailing/smtptest":        {},
	"internal/openid/openidtest":       {},
	"internal/whatsapp/graphtest":      {},
	"internal/googlewallet/googletest": {},

	"bench":                 {"internal/store/baseline", "internal/store/seed", "internal/wallet/wallettest"},
	"chaos":                 {"chaos/lossyfs"},
	"chaos/lossyfs":         {},
	"internal/architecture": {},
	"internal/speccoverage": {},
	"internal/testopenid":   {"internal/openid/openidtest"},
	"internal/testpg":       {},
	"internal/testrun":      {},
	"packaging":             {},
}

// reservedImports keeps SQL in the store, HTTP at the edge, and the domain free of both.
var reservedImports = map[string][]string{
	"golang.org/x/crypto":        {"internal/certificates"},
	"database/sql":               {"internal/database", "internal/store", "internal/store/baseline", "internal/store/copying", "internal/store/seed", "internal/store/storetest"},
	"github.com/jackc/pgx":       {"internal/database", "internal/store/copying", "internal/store/seed", "internal/store/storetest"},
	"github.com/pressly/goose":   {"internal/database", "internal/store"},
	"modernc.org":                {"internal/database", "internal/store/baseline", "internal/store/seed", "internal/store/storetest"},
	"zombiezen.com":              {"internal/database"},
	"cmd/axioma":                 {"internal/certificates", "internal/httpapi", "internal/metrics", "internal/webui", "internal/whatsapp", "internal/whatsapp/graphtest"},
	"github.com/danielgtaylor":   {"internal/httpapi"},
	"github.com/prometheus":      {"internal/metrics"},
	"go.opentelemetry.io":        {"internal/traces", "internal/traces/tracestest"},
	"codeberg.org/go-pdf":        {"internal/poster"},
	"golang.org/x/image":         {"internal/logo", "internal/photo", "internal/poster", "internal/wallet"},
	"github.com/smallstep":       {"internal/wallet", "internal/wallet/wallettest"},
	"software.sslmate.com":       {"internal/wallet", "internal/wallet/wallettest"},
	"github.com/dop251/goja":     {"internal/webui"},
	"github.com/go-webauthn":     {"internal/service/access"},
	"github.com/coreos/go-oidc":  {"internal/openid"},
	"github.com/zitadel/oidc":    {"internal/openid/openidtest"},
	"github.com/golang-jwt":      {"internal/googlewallet", "internal/googlewallet/googletest", "internal/httpapi", "internal/service/access"},
	"github.com/alecthomas/kong": {"cmd/axioma", "internal/config"},
}

var loyaltyMay = []string{"github.com/nyaruka/phonenumbers", "golang.org/x/net/idna", "golang.org/x/net/publicsuffix", "golang.org/x/text"}

// loyaltyMayNot lists the imports that the domain must not have: it does not store, serve or encode.
var loyaltyMayNot = []string{"database/sql", "encoding/json", "log/slog", "net/http", "os"}

const loyalty = "internal/loyalty"

func TestPackages_Each_IsInTheImportTable(t *testing.T) {
	for folder := range packages(t) {
		if _, listed := allowedImports[folder]; !listed {
			t.Errorf("%s is not in allowedImports: add it with the packages that it may import", folder)
		}
	}
}

func TestImports_FollowTheTable(t *testing.T) {
	for folder, files := range packages(t) {
		for _, file := range files {
			for _, importPath := range file.imports {
				ours, isOurs := strings.CutPrefix(importPath, "axioma/")
				if isOurs && ours != folder && !slices.Contains(allowedImports[folder], ours) {
					t.Errorf("%s imports %s; %s may import %v", file.name, ours, folder, allowedImports[folder])
				}
			}
		}
	}
}

func TestImports_Reserved_AreRestricted(t *testing.T) {
	for folder, files := range packages(t) {
		for _, file := range files {
			for _, importPath := range file.imports {
				checkReserved(t, folder, file.name, importPath)
			}
		}
	}
}

func checkReserved(t *testing.T, folder, file, importPath string) {
	t.Helper()
	for prefix, allowedFolders := range reservedImports {
		if within(importPath, prefix) && !slices.Contains(allowedFolders, folder) {
			t.Errorf("%s imports %s, which only %v may import", file, importPath, allowedFolders)
		}
	}
}

func TestDomain_Imports_ArePure(t *testing.T) {
	for _, file := range packages(t)[loyalty] {
		for _, importPath := range file.imports {
			if isStandard(importPath) && anyWithin(importPath, loyaltyMayNot) {
				t.Errorf("%s imports %s: the domain neither stores, serves nor encodes", file.name, importPath)
			}
			if !isStandard(importPath) && !anyWithin(importPath, loyaltyMay) {
				t.Errorf("%s imports %s: the domain uses only the standard library and %v", file.name, importPath, loyaltyMay)
			}
		}
	}
}

// The program must also run on systems without a time zone database.
func TestDomain_EmbedsTimeZones(t *testing.T) {
	for _, file := range packages(t)[loyalty] {
		if !strings.HasSuffix(file.name, "_test.go") && slices.Contains(file.imports, "time/tzdata") {
			return
		}
	}
	t.Errorf("no file in %s imports time/tzdata", loyalty)
}

func TestPackages_Names_AreSpecific(t *testing.T) {
	vague := []string{"base", "common", "core", "helper", "helpers", "lib", "misc", "models", "shared", "types", "util", "utils"}
	for folder := range packages(t) {
		if slices.Contains(vague, path.Base(folder)) {
			t.Errorf("%s: the package name is not specific", folder)
		}
	}
}

func within(importPath, prefix string) bool {
	return importPath == prefix || strings.HasPrefix(importPath, prefix+"/")
}

func anyWithin(importPath string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool { return within(importPath, prefix) })
}

// isStandard reports a path whose first element is not a domain name.
func isStandard(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".") && first != "axioma"
}
