package main

import (
	"fmt"
	"log/slog"
	"os"
	"time"

	"axioma/internal/config"
	"axioma/internal/doctor"
	"axioma/internal/httpapi"
	"axioma/internal/loyalty"
	"axioma/internal/pushing"
	"axioma/internal/wallet"
)

type walletCommand struct {
	Doctor walletDoctorCommand `cmd:"" help:"Say what is missing for passes of Apple Wallet, in order, and make one to try. Give it the settings of the server."`
}

type walletDoctorCommand struct {
	config.Server
	To string `help:"File to write the pass to, as trial.pkpass: sent to a telephone, it shows whether Apple believes it." placeholder:"FILE"`
}

// Run prints what is missing, and fails where passes cannot be made or asked for.
func (w walletDoctorCommand) Run(c console) error {
	findings, pass := doctor.ExamineWallet(w.Server, time.Now())
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
func (s serveCommand) passes(log *slog.Logger) (httpapi.Passes, error) {
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
		return httpapi.Passes{Lack: httpapi.PassesUnusable}, nil
	}
	maker, err := wallet.NewMaker(identity, s.ReachedAt()+httpapi.PassService)
	return httpapi.Passes{Maker: maker}, err
}

// passSenders are who tells the vendors of wallets that passes have changed: those that are
// set up.
func passSenders(passes httpapi.Passes) pushing.Senders {
	senders := pushing.Senders{}
	if passes.Maker != nil {
		identity := passes.Maker.Identity()
		senders[loyalty.AppleWallet] = pushing.NewApple(pushing.AppleAccount{PassType: identity.PassType(), Certificate: identity.TLS()})
	}
	return senders
}
