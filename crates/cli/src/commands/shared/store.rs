//! Where the memory of a site is, as commands are told: in its folder, or at a server.

use croupier_portal::store::ServerUrl;

/// The server that keeps a site's memory.
#[derive(Debug, Clone, clap::Args)]
pub(crate) struct StoreArgs {
    /// The PostgreSQL database that keeps everything, also for several processes of one site, each with a
    /// folder of its own: postgres://USER:PASSWORD@HOST/DATABASE [default: a file in the folder]
    #[arg(long, value_name = "URL", env = "CROUPIER_STORE", hide_env_values = true)]
    pub(crate) store: Option<ServerUrl>,
}
