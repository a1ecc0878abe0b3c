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

// Certificates are renewed a month early: with less time left, renewals fail.
const (
	certificateWarning = 14 * 24 * time.Hour
	certificateUrgent  = 3 * 24 * time.Hour
)

func (e examination) checkCertificate(ctx context.Context) []Finding {
	findings := e.checkOwnCertificates()
	if isPublic(e.Settings) && strings.HasPrefix(e.Settings.BaseURL(), "https://") {
		findings = append(findings, e.checkServedCertificate(ctx, e.Settings.BaseURL()))
	}
	for i := range findings {
		findings[i].Subject = "certificate"
	}
	if len(findings) == 0 {
		return finding("certificate", OK, "none is used: https is off", "")
	}
	return findings
}

func (e examination) checkOwnCertificates() []Finding {
	domains := e.Settings.HTTPS.Domains
	if len(domains) == 0 {
		return nil
	}
	folder := absolutePath(e.Settings.CertificateFolder())
	ends, err := certificates.ExpiryByDomain(folder)
	if err != nil {
		return []Finding{{State: Fault, Detail: err.Error(), ToDo: "Run this as the server's account, or with sudo."}}
	}
	var findings []Finding
	for _, domain := range domains {
		end, found := ends[domain]
		if !found {
			findings = append(findings, Finding{State: Fault, Detail: "there is no certificate for " + domain + " in " + folder,
				ToDo: `Look for "certificate" in the server's log for the cause. The name must point to this machine, and port 80 or 443 must be reachable from outside.`})
			continue
		}
		findings = append(findings, expiryFinding("the server's own for "+domain, end))
	}
	return findings
}

// checkServedCertificate checks the expiry only; the server check validates the chain.
func (e examination) checkServedCertificate(ctx context.Context, address string) Finding {
	end, err := e.servedExpiry(ctx, address)
	if err != nil {
		return Finding{State: Attention, Detail: "the one at " + address + " could not be read: " + describeError(err), ToDo: `See "server" below.`}
	}
	return expiryFinding("the one at "+address, end)
}

func (e examination) servedExpiry(ctx context.Context, address string) (end time.Time, err error) {
	conn, err := e.dial()(ctx, "tcp", hostAndPort(address))
	if err != nil {
		return time.Time{}, err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	tlsConn := tls.Client(conn, &tls.Config{ServerName: hostOf(address), InsecureSkipVerify: true})
	if err := tlsConn.HandshakeContext(ctx); err != nil {
		return time.Time{}, err
	}
	return tlsConn.ConnectionState().PeerCertificates[0].NotAfter, nil
}

func expiryFinding(certificate string, end time.Time) Finding {
	const renew = `Renew it: look for "certificate" in the log of the server or of the proxy to see why it was not renewed.`
	remaining := time.Until(end)
	detail := fmt.Sprintf("%s is valid for %s, until %s", certificate, formatDuration(remaining), end.UTC().Format(time.DateOnly))
	switch {
	case remaining < 0:
		return Finding{State: Fault, Detail: fmt.Sprintf("%s expired on %s: browsers warn, and WhatsApp sends no notices", certificate, end.UTC().Format(time.DateOnly)), ToDo: renew}
	case remaining < certificateUrgent:
		return Finding{State: Fault, Detail: detail, ToDo: renew}
	case remaining < certificateWarning:
		return Finding{State: Attention, Detail: detail, ToDo: renew}
	}
	return Finding{State: OK, Detail: detail}
}

func hostAndPort(address string) string {
	parsedURL, err := url.Parse(address)
	if err != nil {
		return address
	}
	port := parsedURL.Port()
	if port == "" {
		port = "443"
	}
	return net.JoinHostPort(parsedURL.Hostname(), port)
}
