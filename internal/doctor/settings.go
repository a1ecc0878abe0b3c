package doctor

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"strings"

	"axioma/internal/config"
	"axioma/internal/hosts"
)

// checkSettings reports settings that a server rejects, and accepted ones that are unwise.
func (e examination) checkSettings(context.Context) []Finding {
	var findings []Finding
	for _, finding := range append(e.checkRefusals(), settingsWarnings(e.Settings)...) {
		if finding.Found != "" {
			finding.Subject = "settings"
			findings = append(findings, finding)
		}
	}
	if len(findings) == 0 {
		return finding("settings", OK, "a server starts with them, and nothing in them is strange", "")
	}
	return findings
}

func (e examination) checkRefusals() []Finding {
	const again = "Change this setting where it stands (an option, the environment, or the file of the service), then restart the server."
	findings := []Finding{}
	if e.SettingsError != nil {
		findings = append(findings, Finding{State: Fault, Found: "a server does not start with them: " + e.SettingsError.Error(), ToDo: again})
	}
	if err := e.CheckFolders(); err != nil {
		findings = append(findings, Finding{State: Fault, Found: "a server does not start with them: " + err.Error(), ToDo: again})
	}
	if e.UnreadSettingsFile != "" {
		findings = append(findings, Finding{
			State: Attention, Found: "the service has its settings in " + e.UnreadSettingsFile + ", and they were not used here: no AXIOMA_… is set",
			ToDo: fmt.Sprintf(`Ask again with them: sudo sh -c 'set -a; AXIOMA_DATA=/var/lib/axioma; . %s; exec axioma doctor'`, e.UnreadSettingsFile),
		})
	}
	return findings
}

// settingsWarnings returns warnings about accepted settings. An empty finding is none.
func settingsWarnings(s config.Server) []Finding {
	return []Finding{warnPrivateAddress(s), warnPlainHTTP(s), warnUntrustedProxy(s), warnRateLimitsOff(s), warnPublicDemo(s), warnPlainBackups(s), warnNoWhatsApp(s)}
}

// isPublic reports whether the server is meant to be reached from other machines.
func isPublic(s config.Server) bool {
	return s.PublicURL != "" && !hosts.IsLoopback(hostOf(s.PublicURL)) || len(s.HTTPS.Domains) > 0
}

func warnPrivateAddress(s config.Server) Finding {
	listens, _, err := net.SplitHostPort(s.ListenAddress())
	local := err == nil && hosts.IsLoopback(listens) && !s.TrustProxy && s.WhatsApp.Provider != config.WhatsAppCloud
	if local || isPublic(s) && !hosts.IsPrivate(hostOf(s.BaseURL())) {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: "links in messages begin with " + s.BaseURL() + ", which no customer can open",
		ToDo: "Set AXIOMA_PUBLIC_URL to the address that customers type, https://cards.example.com say.",
	}
}

func warnPlainHTTP(s config.Server) Finding {
	if !isPublic(s) || !strings.HasPrefix(s.BaseURL(), "http://") {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: s.BaseURL() + " is not encrypted: passwords can be read on the way, and browsers open no camera for the QR",
		ToDo: "Set up https: --acme-domain, or a proxy with a certificate (docs/operate/https.md), and let AXIOMA_PUBLIC_URL begin with https://.",
	}
}

// warnUntrustedProxy infers a proxy from a public https URL without own certificates.
func warnUntrustedProxy(s config.Server) Finding {
	if s.TrustProxy || len(s.HTTPS.Domains) > 0 || !isPublic(s) || !strings.HasPrefix(s.PublicURL, "https://") {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: "a proxy answers " + s.PublicURL + ", and its word for who calls is not taken: all people share the limits of one address",
		ToDo: "Set AXIOMA_TRUST_PROXY=true, if the proxy is yours and sets X-Forwarded-For (docs/operate/https.md, Behind a proxy).",
	}
}

func warnRateLimitsOff(s config.Server) Finding {
	if s.RateLimits != "off" {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: "tries to sign in are not limited: passwords can be guessed without end",
		ToDo: "Remove AXIOMA_RATE_LIMITS=off, which is for load tests.",
	}
}

func warnPublicDemo(s config.Server) Finding {
	if !s.Demo || !isPublic(s) {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: "the demo is open to the outside, with a password that stands in the documents",
		ToDo: "For a real shop remove --demo (AXIOMA_DEMO), and say: axioma demo disable",
	}
}

// warnPlainBackups warns of unencrypted nightly backups.
func warnPlainBackups(s config.Server) Finding {
	if s.BackupTo == "" || len(s.BackupFor) > 0 {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: "nightly backups in " + s.BackupTo + " are not encrypted: they hold all customers, and the key that sessions are signed with",
		ToDo: "Set AXIOMA_BACKUP_FOR to a public key of age whose secret key is kept elsewhere (docs/operate/backup.md). " +
			"If others may have read one, end what was signed with its key: axioma sessions end --all",
	}
}

func warnNoWhatsApp(s config.Server) Finding {
	if s.WhatsApp.Provider == config.WhatsAppCloud || s.Demo || !isPublic(s) {
		return Finding{}
	}
	return Finding{
		State: Attention, Found: "messages reach nobody, codes for the portal neither: WhatsApp is not set up",
		ToDo: "Where customers are to get messages, set AXIOMA_WHATSAPP=cloud and what it needs (docs/operate/whatsapp.md).",
	}
}

func hostOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Hostname()
}
