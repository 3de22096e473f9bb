/** The first import of the program: React and others choose their slower builds for development while they are loaded. */
process.env.NODE_ENV ||= 'production';
