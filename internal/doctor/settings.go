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

func (e examination) checkSettings(ctx context.Context) []Finding {
	var findings []Finding
	for _, finding := range append(e.checkRefusals(ctx), settingsWarnings(e.Settings)...) {
		if finding.Detail != "" {
			finding.Subject = "settings"
			findings = append(findings, finding)
		}
	}
	if len(findings) == 0 {
		return finding("settings", OK, "a server starts with them, and there are no warnings", "")
	}
	return findings
}

func (e examination) checkRefusals(ctx context.Context) []Finding {
	const again = "Fix this setting where it is set (an option, the environment, or the service's settings file), then restart the server."
	findings := []Finding{}
	if e.SettingsError != nil {
		findings = append(findings, Finding{State: Fault, Detail: "a server does not start with them: " + e.SettingsError.Error(), ToDo: again})
	}
	if err := e.CheckFolders(ctx); err != nil {
		findings = append(findings, Finding{State: Fault, Detail: "a server does not start with them: " + err.Error(), ToDo: again})
	}
	if e.UnreadSettingsFile != "" {
		findings = append(findings, Finding{
			State: Attention, Detail: "the service has its settings in " + e.UnreadSettingsFile + ", which were not loaded here: no AXIOMA_… is set",
			ToDo: fmt.Sprintf(`Run it with them: sudo sh -c 'set -a; AXIOMA_DATA=/var/lib/axioma; . %s; exec axioma doctor'`, e.UnreadSettingsFile),
		})
	}
	return findings
}

func settingsWarnings(s config.Server) []Finding {
	return []Finding{warnPrivateAddress(s), warnPlainHTTP(s), warnUntrustedProxy(s), warnRateLimitsOff(s), warnPublicDemo(s), warnPlainBackups(s), warnNoWhatsApp(s)}
}

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
		State: Attention, Detail: "links in messages begin with " + s.BaseURL() + ", which no customer can open",
		ToDo: "Set AXIOMA_PUBLIC_URL to the URL for customers, for example https://cards.example.com.",
	}
}

func warnPlainHTTP(s config.Server) Finding {
	if !isPublic(s) || !strings.HasPrefix(s.BaseURL(), "http://") {
		return Finding{}
	}
	return Finding{
		State: Attention, Detail: s.BaseURL() + " is not encrypted: passwords can be intercepted, and browsers do not allow the camera for the QR",
		ToDo: "Set up https: --acme-domain, or a proxy with a certificate (docs/operate/https.md). AXIOMA_PUBLIC_URL must begin with https://; with --acme-domain it may be empty.",
	}
}

// warnUntrustedProxy infers a proxy from public https without own certificates.
func warnUntrustedProxy(s config.Server) Finding {
	if s.TrustProxy || len(s.HTTPS.Domains) > 0 || !isPublic(s) || !strings.HasPrefix(s.PublicURL, "https://") {
		return Finding{}
	}
	return Finding{
		State: Attention, Detail: "a proxy answers " + s.PublicURL + ", but its X-Forwarded-For is not trusted: all callers share the rate limits of one address",
		ToDo: "Set AXIOMA_TRUST_PROXY=true if the proxy is yours and sets X-Forwarded-For (docs/operate/https.md, Behind a proxy).",
	}
}

func warnRateLimitsOff(s config.Server) Finding {
	if s.RateLimits != "off" {
		return Finding{}
	}
	return Finding{
		State: Attention, Detail: "sign-in attempts are not limited: passwords can be guessed by brute force",
		ToDo: "Remove AXIOMA_RATE_LIMITS=off, which is for load tests.",
	}
}

func warnPublicDemo(s config.Server) Finding {
	if !s.Demo || !isPublic(s) {
		return Finding{}
	}
	return Finding{
		State: Attention, Detail: "the demo is public, with a documented password",
		ToDo: "For a real business remove --demo (AXIOMA_DEMO), and run: axioma demo disable",
	}
}

func warnPlainBackups(s config.Server) Finding {
	if s.BackupTo == "" || len(s.BackupFor) > 0 {
		return Finding{}
	}
	return Finding{
		State: Attention, Detail: "nightly backups in " + s.BackupTo + " are not encrypted: they contain all customers and the keys that sign sessions",
		ToDo: "Set AXIOMA_BACKUP_FOR to an age public key whose secret key is kept elsewhere (docs/operate/backup.md). " +
			"If others may have read one, end all sessions: axioma sessions end --all, and replace the key: axioma keys rotate, then axioma keys retire --old",
	}
}

func warnNoWhatsApp(s config.Server) Finding {
	if s.WhatsApp.Provider == config.WhatsAppCloud || s.Demo || !isPublic(s) {
		return Finding{}
	}
	return Finding{
		State: Attention, Detail: "no messages are delivered, not even codes for the portal: WhatsApp is not set up",
		ToDo: "To send messages, set AXIOMA_WHATSAPP=cloud and its settings (docs/operate/whatsapp.md).",
	}
}

func hostOf(address string) string {
	parsedURL, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsedURL.Hostname()
}
