package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/googlewallet"
	"axioma/internal/httpapi"
	"axioma/internal/loyalty"
	"axioma/internal/pushing"
	"axioma/internal/service"
	"axioma/internal/wallet"
)

type walletCommand struct {
	Doctor walletDoctorCommand `cmd:"" help:"Say what is missing for passes of Apple Wallet and Google Wallet, in order, and make one of Apple's to try. Give it the settings of the server."`
}

type walletDoctorCommand struct {
	config.Server
	To string `help:"File to write the pass to, as trial.pkpass: sent to a telephone, it shows whether Apple believes it." placeholder:"FILE"`
}

// Run prints what is missing, and fails where passes cannot be made or asked for.
func (w walletDoctorCommand) Run(c console) error {
	findings, pass := doctor.ExamineWallet(w.Server, time.Now())
	findings = append(findings, doctor.ExamineGoogle(context.Background(), w.Server, http.DefaultTransport))
	if err := findingsShown(c, findings); err != nil {
		return err
	}
	if pass != nil && w.To != "" {
		if err := os.WriteFile(w.To, pass, 0o600); err != nil {
			return fmt.Errorf("writing the pass: %w", err)
		}
	}
	if counted(findings)[doctor.Fault] > 0 {
		return fmt.Errorf("not all is well: %w", errPrinted)
	}
	return nil
}

// passes are what makes passes for customers. What is missing keeps no server from starting:
// a counter has to work. The log, the control panel and the doctor say it.
func (s serveCommand) passes(cases *service.Service, log *slog.Logger) (httpapi.Passes, error) {
	passes, err := s.applePasses(log)
	if err != nil {
		return passes, err
	}
	passes.Google, err = s.googlePasses(cases, log)
	return passes, err
}

func (s serveCommand) applePasses(log *slog.Logger) (httpapi.Passes, error) {
	if s.Wallet.AppleCertificate == "" {
		return httpapi.Passes{Lack: httpapi.PassesNotSetUp}, nil
	}
	if !s.ReachedSecurely() {
		log.Warn("no passes are made: telephones ask for them by https", "address", s.ReachedAt())
		return httpapi.Passes{Lack: httpapi.PassesNoHTTPS}, nil
	}
	identity, err := wallet.ReadIdentity(doctor.AppleFiles(s.Server), time.Now())
	if err != nil {
		log.Warn("no passes are made: axioma wallet doctor says what to do", "error", err)
		return httpapi.Passes{Lack: httpapi.PassesUnusable, Ended: endedAt(err)}, nil
	}
	maker, err := wallet.NewMaker(identity, s.ReachedAt()+httpapi.PassService)
	return httpapi.Passes{Maker: maker}, err
}

// endedAt is since when a certificate is refused because it has run out; zero: it is refused
// for another reason.
func endedAt(refused error) time.Time {
	if ended := (*wallet.Ended)(nil); errors.As(refused, &ended) {
		return ended.At
	}
	return time.Time{}
}

func (s serveCommand) googlePasses(cases *service.Service, log *slog.Logger) (httpapi.GooglePasses, error) {
	if s.Wallet.GoogleIssuer == "" {
		return httpapi.GooglePasses{Lack: httpapi.PassesNotSetUp}, nil
	}
	if !s.ReachedSecurely() {
		log.Warn("no passes of Google Wallet are made: Google asks for their pictures by https", "address", s.ReachedAt())
		return httpapi.GooglePasses{Lack: httpapi.PassesNoHTTPS}, nil
	}
	account, err := googlewallet.ReadAccount(s.Wallet.GoogleIssuer, s.Wallet.GoogleKey)
	if err != nil {
		log.Warn("no passes of Google Wallet are made: axioma wallet doctor says what to do", "error", err)
		return httpapi.GooglePasses{Lack: httpapi.PassesUnusable}, nil
	}
	issuer, err := googlewallet.NewIssuer(account, googlewallet.Options{
		Cases: cases.GooglePasses, PublicURL: s.ReachedAt(), Path: httpapi.GooglePassService, Portal: httpapi.PortalOf, Log: log,
	})
	return httpapi.GooglePasses{Issuer: issuer}, err
}

// passSenders are who tells the vendors of wallets that passes have changed: those that are
// set up.
func (s serveCommand) passSenders(passes httpapi.Passes) pushing.Senders {
	senders := pushing.Senders{}
	if passes.Maker != nil {
		identity := passes.Maker.Identity()
		senders[loyalty.AppleWallet] = pushing.NewApple(pushing.AppleAccount{
			Address: strings.TrimRight(s.Wallet.ApplePushURL, "/"), PassType: identity.PassType(), Certificate: identity.TLS(),
		})
	}
	if passes.Google.Issuer != nil {
		senders[loyalty.GoogleWallet] = passes.Google.Issuer
	}
	return senders
}
