package doctor

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"axioma/internal/certificates"
)

// The server's own certificates are renewed a month before they end, and those of others
// about then.
const (
	certificateLate = 14 * 24 * time.Hour
	certificateSoon = 3 * 24 * time.Hour
)

// lookAtCertificate finds until when the certificates hold: those in the folder of a server
// that gets its own, and the one that is shown at the public address.
func (e examination) lookAtCertificate(ctx context.Context) []Finding {
	findings := e.keptCertificates()
	if outside(e.Settings) && strings.HasPrefix(e.Settings.BaseURL(), "https://") {
		findings = append(findings, e.shownCertificate(ctx, e.Settings.BaseURL()))
	}
	for i := range findings {
		findings[i].Subject = "certificate"
	}
	if len(findings) == 0 {
		return one("certificate", OK, "none is used: nothing is served by https", "")
	}
	return findings
}

func (e examination) keptCertificates() []Finding {
	domains := e.Settings.HTTPS.Domains
	if len(domains) == 0 {
		return nil
	}
	folder := shownFolder(e.Settings.CertificateFolder())
	ends, err := certificates.Expiry(folder)
	if err != nil {
		return []Finding{{State: Fault, Found: err.Error(), ToDo: "Ask as the account that the server runs as, or with sudo."}}
	}
	var findings []Finding
	for _, domain := range domains {
		end, found := ends[domain]
		if !found {
			findings = append(findings, Finding{State: Fault, Found: "there is none for " + domain + " in " + folder,
				ToDo: `Look for "certificate" in the server's log, which says why. The name has to point to this machine, and port 80 or 443 has to be reached from outside.`})
			continue
		}
		findings = append(findings, until("the server's own for "+domain, end))
	}
	return findings
}

// shownCertificate looks at what is shown at an address, whoever gave it: that browsers do
// not believe it is said beside.
func (e examination) shownCertificate(ctx context.Context, address string) Finding {
	end, err := e.shownUntil(ctx, address)
	if err != nil {
		return Finding{State: Attention, Found: "the one at " + address + " could not be seen: " + plainly(err), ToDo: `See "server" below.`}
	}
	return until("the one at "+address, end)
}

func (e examination) shownUntil(ctx context.Context, address string) (end time.Time, err error) {
	conn, err := e.dial()(ctx, "tcp", hostAndPort(address))
	if err != nil {
		return time.Time{}, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	shown := tls.Client(conn, &tls.Config{ServerName: hostOf(address), InsecureSkipVerify: true})
	if err := shown.HandshakeContext(ctx); err != nil {
		return time.Time{}, err
	}
	return shown.ConnectionState().PeerCertificates[0].NotAfter, nil
}

func until(which string, end time.Time) Finding {
	const renew = `Have it renewed: look for "certificate" in the log of the server or of the proxy, which says why that was not done by itself.`
	left := time.Until(end)
	found := fmt.Sprintf("%s holds for %s, until %s", which, span(left), end.UTC().Format(time.DateOnly))
	switch {
	case left < 0:
		return Finding{State: Fault, Found: fmt.Sprintf("%s ran out on %s: browsers warn, and WhatsApp tells us nothing", which, end.UTC().Format(time.DateOnly)), ToDo: renew}
	case left < certificateSoon:
		return Finding{State: Fault, Found: found, ToDo: renew}
	case left < certificateLate:
		return Finding{State: Attention, Found: found, ToDo: renew}
	}
	return Finding{State: OK, Found: found}
}

func hostAndPort(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return address
	}
	port := parsed.Port()
	if port == "" {
		port = "443"
	}
	return net.JoinHostPort(parsed.Hostname(), port)
}
